package io.tidemark.app.leadership;

import io.tidemark.app.config.InvalidConfigurationException;
import java.time.Duration;
import java.util.Locale;

/**
 * Where the Lease is and how it is timed.
 *
 * @param leaseDuration how long others leave a Lease alone that does not change; whole seconds
 * @param renewDeadline how long one renewal is good for the leader; shorter than leaseDuration
 * @param retryPeriod between two renewals; candidates wait up to 2.2 times as long
 */
record LeaseSettings(
    String namespace,
    String name,
    Duration leaseDuration,
    Duration renewDeadline,
    Duration retryPeriod) {
  private static final String PREFIX = "tidemark.leadership.";

  /** A candidate waits for the period and up to 1.2 times as long again. */
  private static final int LONGEST_WAIT_PERCENT = 220;

  static LeaseSettings of(LeadershipConfig config, String namespace) {
    return new LeaseSettings(
        namespace,
        config.leaseName(),
        config.leaseDuration(),
        config.renewDeadline(),
        config.retryPeriod());
  }

  LeaseSettings {
    if (leaseDuration.toSeconds() < 1 || leaseDuration.toNanosPart() != 0) {
      throw invalid(
          "lease-duration", leaseDuration, "must be a whole number of seconds, at least 1");
    }
    if (renewDeadline.compareTo(leaseDuration) >= 0) {
      throw invalid(
          "renew-deadline",
          renewDeadline,
          "must be shorter than lease-duration (" + text(leaseDuration) + ")");
    }
    if (retryPeriod.toMillis() < 1) {
      throw invalid("retry-period", retryPeriod, "must be at least 1 ms");
    }
    if (retryPeriod.multipliedBy(LONGEST_WAIT_PERCENT).dividedBy(100).compareTo(renewDeadline)
        >= 0) {
      throw invalid(
          "retry-period",
          retryPeriod,
          "must be so short that 2.2 times it is less than renew-deadline ("
              + text(renewDeadline)
              + ")");
    }
  }

  private static InvalidConfigurationException invalid(
      String setting, Duration value, String rule) {
    return new InvalidConfigurationException(
        PREFIX + setting + ": " + rule + ", found " + text(value));
  }

  /** As the setting is written: {@code 15s}, {@code 1.5s}, {@code 2m}. */
  private static String text(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
