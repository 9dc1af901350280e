package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The cards of a node whose device plugin lists none: made up from {@code status.capacity}
 * (protocol, section 1.1). Their ids are {@code <node>-<id>-<number>}.
 */
public final class CapacityCards {
  /** More than any node has; a larger capacity is a mistake and makes no more cards. */
  private static final int MAX_CARDS = 1_024;

  private CapacityCards() {}

  /** The cards of a Node object; empty for a family that lists its cards otherwise. */
  public static List<Device> of(DeviceFamily family, JsonNode node, String name) {
    DeviceFamily.Capacity rules = family.inventory().capacity();
    Map<String, BigDecimal> capacity =
        Field.root("Node " + name, node, new ArrayList<>())
            .get("status")
            .get("capacity")
            .quantities();
    return rules == null ? List.of() : of(family, rules, name, capacity);
  }

  /** Empty where the capacity names nothing of the family. */
  static List<Device> of(
      DeviceFamily family,
      DeviceFamily.Capacity rules,
      String node,
      Map<String, BigDecimal> capacity) {
    BigDecimal offered = capacity.getOrDefault(rules.of(), BigDecimal.ZERO);
    long total = Math.max(0, Quantities.floor(offered));
    long cards = Math.min(MAX_CARDS, (total + rules.perCard() - 1) / rules.perCard());
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < cards; i++) {
      devices.add(
          new Device(
              new DeviceId(family.word(), node + "-" + rules.id() + "-" + i),
              i,
              family.word(),
              memory(family, rules, capacity, total),
              rules.cores(),
              rules.slots(),
              rules.numaHalves() && i >= cards / 2 ? 1 : 0,
              true,
              ""));
    }
    return devices;
  }

  /** In MiB, rounded down. */
  private static long memory(
      DeviceFamily family,
      DeviceFamily.Capacity rules,
      Map<String, BigDecimal> capacity,
      long total) {
    if (rules.memoryMiB() > 0) {
      return rules.memoryMiB();
    }
    String name = family.resources().memory();
    BigDecimal units =
        name == null ? BigDecimal.ZERO : capacity.getOrDefault(name, BigDecimal.ZERO);
    BigDecimal mib =
        units
            .max(BigDecimal.ZERO)
            .multiply(BigDecimal.valueOf(family.memory().factor()))
            .multiply(BigDecimal.valueOf(rules.perCard()))
            .divide(BigDecimal.valueOf(total), 0, RoundingMode.FLOOR);
    return mib.min(BigDecimal.valueOf(Integer.MAX_VALUE)).longValueExact();
  }
}
