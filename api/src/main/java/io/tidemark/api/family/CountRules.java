package io.tidemark.api.family;

import io.tidemark.api.family.DemandRules.UnreadableDemandException;
import java.util.stream.Collectors;

/** Which numbers of devices a container may ask for. */
final class CountRules {
  private CountRules() {}

  /**
   * @param count rounded up
   * @throws UnreadableDemandException where the family hands out no such number
   */
  static void check(int count, DeviceFamily family) throws UnreadableDemandException {
    DeviceFamily.Count rules = family.count();
    if (!rules.allowed().isEmpty() && !rules.allowed().contains(count)) {
      throw wrong(
          family,
          count
              + " is none of "
              + rules.allowed().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    if (count % rules.multipleOf() != 0) {
      throw wrong(family, count + " is no multiple of " + rules.multipleOf());
    }
  }

  private static UnreadableDemandException wrong(DeviceFamily family, String message) {
    return new UnreadableDemandException(family.resources().count(), message);
  }
}
