package io.tidemark.api.family;

import io.tidemark.api.family.DemandRules.UnreadableDemandException;
import io.tidemark.api.family.DeviceFamily.MemoryUnit;
import io.tidemark.api.family.DeviceFamily.Several;
import io.tidemark.api.family.DeviceFamily.Template;
import io.tidemark.api.model.MemoryDemand;
import java.math.BigDecimal;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a container's memory comes to on each of its devices. */
final class MemoryRules {
  private static final long INT32_MAX = Integer.MAX_VALUE;
  private static final long BYTES_PER_MIB = 1_048_576;

  private MemoryRules() {}

  /** Whether a container says how much memory it wants; 0 says nothing. */
  static boolean named(ResourceAsk ask) {
    return ask.memory() != null && ask.memory().signum() != 0;
  }

  /**
   * @param count of the container's devices, at least 1
   */
  static MemoryDemand memory(ResourceAsk ask, int count, DeviceFamily family)
      throws UnreadableDemandException {
    if (!family.sharing().memoryCounted()) {
      return new MemoryDemand.Mib(0);
    }
    DeviceFamily.Memory rules = family.memory();
    if (count > 1 && family.count().several() == Several.WHOLE_CARDS) {
      return whole(rules);
    }
    MemoryDemand demand = asked(ask, count, family);
    if (count > 1
        && family.count().several() == Several.ONLY_WHOLE_CARDS
        && !demand.equals(whole(rules))) {
      throw new UnreadableDemandException(
          String.valueOf(family.resources().memory()),
          "a container with several devices can only have whole ones");
    }
    return demand;
  }

  private static MemoryDemand asked(ResourceAsk ask, int count, DeviceFamily family)
      throws UnreadableDemandException {
    DeviceFamily.Memory rules = family.memory();
    if (named(ask)) {
      long mib = mib(ask, family);
      return new MemoryDemand.Mib(rounded(rules.perContainer() ? mib / count : mib, mib, family));
    }
    int percent = percent(ask.memoryPercent(), family.resources().memoryPercent());
    return percent > 0 ? new MemoryDemand.Percent(percent) : whole(rules);
  }

  private static MemoryDemand whole(DeviceFamily.Memory rules) {
    long mib = rules.templates().isEmpty() ? rules.defaultMiB() : rules.wholeMiB();
    return mib > 0 ? new MemoryDemand.Mib(mib) : MemoryDemand.WHOLE_CARD;
  }

  private static long mib(ResourceAsk ask, DeviceFamily family) throws UnreadableDemandException {
    DeviceFamily.Memory rules = family.memory();
    String name = family.resources().memory();
    BigDecimal number = ask.memory();
    if (rules.unit() == MemoryUnit.FACTOR_OR_BYTES
        && number != null
        && number.compareTo(BigDecimal.valueOf(BYTES_PER_MIB)) >= 0) {
      return DemandRules.whole(number, name, INT32_MAX * BYTES_PER_MIB) / BYTES_PER_MIB;
    }
    long factor = Math.max(rules.factor(), 1);
    long units = DemandRules.whole(number, name, INT32_MAX / factor);
    if (!rules.legal().isEmpty() && !rules.legal().contains(units)) {
      throw new UnreadableDemandException(
          String.valueOf(name),
          units
              + " is none of "
              + rules.legal().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    return Math.multiplyExact(units, factor);
  }

  /** The first template that is large enough, the whole card where none is. */
  private static long rounded(long mib, long asked, DeviceFamily family)
      throws UnreadableDemandException {
    DeviceFamily.Memory rules = family.memory();
    if (rules.templates().isEmpty()) {
      return mib;
    }
    for (Template template : rules.templates()) {
      if (mib <= template.mib()) {
        return template.mib();
      }
    }
    if (mib > rules.capacityMiB()) {
      throw new UnreadableDemandException(
          String.valueOf(family.resources().memory()),
          asked + " MiB is more than a card has, " + rules.capacityMiB());
    }
    return rules.wholeMiB();
  }

  /** Above 100 is a whole card; 0, negative and absent are "not said". */
  private static int percent(@Nullable BigDecimal percent, @Nullable String resource)
      throws UnreadableDemandException {
    if (percent == null || percent.signum() <= 0) {
      return 0;
    }
    return (int) DemandRules.whole(percent.min(BigDecimal.valueOf(100)), resource, 100);
  }
}
