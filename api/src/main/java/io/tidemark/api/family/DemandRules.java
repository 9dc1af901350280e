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
    if (ask.unsupported() != null) {
      throw new UnreadableDemandException(ask.unsupported(), "is not supported");
    }
    int count = count(ask, family);
    if (count == 0) {
      return Optional.empty();
    }
    CountRules.check(count, family);
    MemoryDemand memory = MemoryRules.memory(ask, count, family);
    return Optional.of(
        new Demand(
            family.word(),
            count,
            memory,
            cores(ask, count, memory, family),
            family.cores().unit() == DeviceFamily.CoreUnit.PERCENT_OF_CARD));
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
      int count = count(ask, family);
      return count == 0
          ? Optional.empty()
          : Optional.of(
              new Demand(
                  family.word(),
                  count,
                  MemoryDemand.WHOLE_CARD,
                  family.cores().defaultPercent(),
                  family.cores().unit() == DeviceFamily.CoreUnit.PERCENT_OF_CARD));
    } catch (UnreadableDemandException e) {
      return Optional.empty();
    }
  }

  /** The number of devices, rounded up where the family does. */
  private static int count(ResourceAsk ask, DeviceFamily family) throws UnreadableDemandException {
    int count = (int) whole(ask.count(), family.resources().count(), DeviceFamily.MAX_COUNT);
    return family.count().roundUp().getOrDefault(count, count);
  }

  private static int cores(ResourceAsk ask, int count, MemoryDemand memory, DeviceFamily family)
      throws UnreadableDemandException {
    DeviceFamily.Cores rules = family.cores();
    if (rules.unit() == DeviceFamily.CoreUnit.FROM_MEMORY) {
      return Math.toIntExact(
          memory.onDevice(family.memory().wholeMiB()) * 100 / family.memory().wholeMiB());
    }
    boolean all =
        (count > 1
                && (family.count().several() == DeviceFamily.Several.ALL_CORES
                    || family.count().several() == DeviceFamily.Several.WHOLE_CARDS))
            || (rules.allOfWholeCard() && !MemoryRules.named(ask));
    if (all) {
      return rules.perCard();
    }
    if (ask.cores() == null) {
      return rules.defaultPercent();
    }
    long asked = whole(ask.cores(), family.resources().cores(), INT32_MAX);
    long cores = rules.perContainer() ? asked / count : asked;
    if (cores < rules.min() || (rules.refuseMore() && cores > rules.perCard())) {
      throw new UnreadableDemandException(
          String.valueOf(family.resources().cores()),
          asked + " is not a whole number from " + rules.min() + " to " + rules.perCard());
    }
    return (int) Math.min(cores, rules.perCard());
  }

  static long whole(@Nullable BigDecimal value, @Nullable String resource, long max)
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
