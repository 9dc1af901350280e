package io.tidemark.usage.bus;

import io.quarkus.runtime.configuration.DurationConverter;
import java.time.Duration;
import org.eclipse.microprofile.config.spi.Converter;

/** Reads a configuration value; what is wrong with it reaches the start-up message. */
public final class PositiveDurationConverter implements Converter<Duration> {
  private static final long serialVersionUID = 1;
  private static final String ALLOWED = "must be a duration above 0, like 90s, 5m or 1h";

  @Override
  public Duration convert(String text) {
    Duration duration;
    try {
      duration = DurationConverter.parseDuration(text.strip());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(ALLOWED, e);
    }
    if (duration == null || duration.isNegative() || duration.isZero()) {
      throw new IllegalArgumentException(ALLOWED);
    }
    return duration;
  }
}
