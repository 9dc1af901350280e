package io.tidemark.app.simulation.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as Go and Kubernetes write them: {@code 90s}, {@code 1h30m}, {@code 1.5h}. */
final class GoDuration {
  private static final String NUMBER = "[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+";
  private static final Pattern PART = Pattern.compile("(" + NUMBER + ")(ns|us|µs|μs|ms|s|m|h)");
  private static final Pattern WHOLE = Pattern.compile("(?:" + PART.pattern() + ")+");

  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "μs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final int MAX_LENGTH = 64;

  private GoDuration() {}

  /**
   * A duration above zero, down to the nanosecond; null where the text is none, or one that Go
   * cannot hold (about 292 years).
   */
  static @Nullable Duration positive(String text) {
    if (text.length() > MAX_LENGTH || !WHOLE.matcher(text).matches()) {
      return null;
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = PART.matcher(text);
    while (part.find()) {
      long unit = NANOS.getOrDefault(part.group(2), 0L);
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
    }
    nanos = nanos.setScale(0, RoundingMode.DOWN);
    if (nanos.signum() <= 0 || nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      return null;
    }
    return Duration.ofNanos(nanos.longValueExact());
  }
}
