package io.tidemark.api.family;

import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a container wrote into what it demands (protocol, section 2.2). Where HAMi silently
 * drops a request that leaves its number range, so that the container counts as asking for nothing,
 * this is a refusal with the reason.
 */
public final class DemandRules {
  private static final long INT32_MAX = Integer.MAX_VALUE;

  /** A request that no scheduler could honour. */
  public static final class UnreadableDemandException extends Exception {
    private static final long serialVersionUID = 1;

    private final String resource;

    UnreadableDemandException(String resource, String message) {
      super(message);
      this.resource = resource;
    }

    /** The name of the resource that is wrong. */
    public String resource() {
      return resource;
    }
  }

  private DemandRules() {}

  /**
   * @return empty where the container asks for no device of the family
   * @throws UnreadableDemandException where it asks for something impossible
   */
  public static Optional<Demand> demand(ResourceAsk ask, DeviceFamily family)
      throws UnreadableDemandException {
    DeviceFamily.Resources names = family.resources();
    long count = whole(ask.count(), names.count(), DeviceFamily.MAX_COUNT);
    if (count == 0) {
      return Optional.empty();
    }
    return Optional.of(
        new Demand(family.word(), (int) count, memory(ask, family), cores(ask, family)));
  }

  /**
   * What is certain of an impossible demand: where its count can be read, that many devices. The
   * kubelet hands them out by the count alone, whatever the rest says.
   *
   * @return a demand for whole cards, so that no amount of it is taken for small; empty where the
   *     count itself is what cannot be read
   */
  public static Optional<Demand> certain(ResourceAsk ask, DeviceFamily family) {
    try {
      long count = whole(ask.count(), family.resources().count(), DeviceFamily.MAX_COUNT);
      return count == 0
          ? Optional.empty()
          : Optional.of(
              new Demand(
                  family.word(),
                  (int) count,
                  MemoryDemand.WHOLE_CARD,
                  family.cores().defaultPercent()));
    } catch (UnreadableDemandException e) {
      return Optional.empty();
    }
  }

  private static MemoryDemand memory(ResourceAsk ask, DeviceFamily family)
      throws UnreadableDemandException {
    DeviceFamily.Resources names = family.resources();
    long factor = Math.max(family.memory().factor(), 1);
    long units = whole(ask.memory(), names.memory(), INT32_MAX / factor);
    if (units > 0) {
      return new MemoryDemand.Mib(Math.multiplyExact(units, factor));
    }
    int percent = percent(ask.memoryPercent(), names.memoryPercent());
    if (percent > 0) {
      return new MemoryDemand.Percent(percent);
    }
    return family.memory().defaultMiB() > 0
        ? new MemoryDemand.Mib(family.memory().defaultMiB())
        : MemoryDemand.WHOLE_CARD;
  }

  private static int cores(ResourceAsk ask, DeviceFamily family) throws UnreadableDemandException {
    if (ask.cores() == null) {
      return family.cores().defaultPercent();
    }
    long cores = whole(ask.cores(), family.resources().cores(), INT32_MAX);
    return (int) Math.min(cores, 100);
  }

  /** Above 100 is a whole card; 0, negative and absent are "not said". */
  private static int percent(@Nullable BigDecimal percent, @Nullable String resource)
      throws UnreadableDemandException {
    if (percent == null || percent.signum() <= 0) {
      return 0;
    }
    BigDecimal capped = percent.min(BigDecimal.valueOf(100));
    return (int) whole(capped, resource, 100);
  }

  private static long whole(@Nullable BigDecimal value, @Nullable String resource, long max)
      throws UnreadableDemandException {
    if (value == null) {
      return 0;
    }
    if (value.signum() < 0
        || value.stripTrailingZeros().scale() > 0
        || value.compareTo(BigDecimal.valueOf(max)) > 0) {
      throw new UnreadableDemandException(
          String.valueOf(resource),
          value.toPlainString() + " is not a whole number from 0 to " + max);
    }
    return value.longValueExact();
  }
}
