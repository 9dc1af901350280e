package io.tidemark.api.model;

import java.util.List;

/**
 * A pod's own wishes about which devices of a family it may be given (protocol, section 4.5). An
 * empty list is no rule.
 *
 * @param useTypes one of these must be part of the card's model, ignoring case
 * @param avoidTypes none of these may be
 * @param useUuids the card must be one of these
 * @param avoidUuids the card must be none of these
 * @param mode must contain the card's mode; empty is no rule
 * @param numaBind all cards of a container on one NUMA node
 */
public record DeviceSelection(
    List<String> useTypes,
    List<String> avoidTypes,
    List<String> useUuids,
    List<String> avoidUuids,
    String mode,
    boolean numaBind) {
  public static final DeviceSelection NONE =
      new DeviceSelection(List.of(), List.of(), List.of(), List.of(), "", false);

  public DeviceSelection {
    useTypes = List.copyOf(useTypes);
    avoidTypes = List.copyOf(avoidTypes);
    useUuids = List.copyOf(useUuids);
    avoidUuids = List.copyOf(avoidUuids);
  }
}
