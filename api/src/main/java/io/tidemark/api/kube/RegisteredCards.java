package io.tidemark.api.kube;

import io.tidemark.api.codec.RegisterCodec;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.Grouping;
import io.tidemark.api.model.Device;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** The cards of a register as the rules of their family see them. */
final class RegisteredCards {
  private RegisteredCards() {}

  static List<Device> of(
      DeviceFamily family, RegisterCodec.Register register, Map<String, BigDecimal> capacity) {
    DeviceFamily.Inventory rules = family.inventory();
    boolean offered =
        !rules.needsCapacity()
            || capacity.getOrDefault(family.resources().count(), BigDecimal.ZERO).signum() > 0;
    boolean grouped = family.grouping().by() != null || family.grouping().size() > 0;
    if (offered && !grouped && rules.forcedCores() == 0) {
      return register.devices();
    }
    return register.devices().stream()
        .map(
            card ->
                new Device(
                    card.id(),
                    card.index(),
                    card.model(),
                    card.memoryMiB(),
                    rules.forcedCores() > 0 ? rules.forcedCores() : card.cores(),
                    card.slots(),
                    card.numaNode(),
                    card.healthy() && offered,
                    card.mode(),
                    group(
                        family.grouping(),
                        card,
                        register.customInfo().getOrDefault(card.id().uuid(), Map.of()))))
        .toList();
  }

  /** Empty where the card belongs to none. */
  private static String group(Grouping grouping, Device card, Map<String, String> customInfo) {
    if (grouping.size() > 0) {
      return Integer.toString(card.index() / grouping.size());
    }
    boolean counts =
        grouping.onlyWhere().entrySet().stream()
            .allMatch(entry -> entry.getValue().equals(customInfo.get(entry.getKey())));
    return !counts || grouping.by() == null ? "" : customInfo.getOrDefault(grouping.by(), "");
  }
}
