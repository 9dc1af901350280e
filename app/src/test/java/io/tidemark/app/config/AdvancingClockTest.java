package io.tidemark.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class AdvancingClockTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private final AdvancingClock clock = new AdvancingClock(Clock.fixed(START, ZoneOffset.UTC));

  @Test
  void isTheSystemsUntilItIsAdvanced() {
    assertThat(clock.instant()).isEqualTo(START);
    clock.advance(Duration.ofMinutes(4));
    clock.advance(Duration.ofHours(1));
    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofMinutes(64)));
  }

  @Test
  void inAnotherZoneItIsTheSameTime() {
    Clock other = clock.withZone(ZoneId.of("Asia/Tokyo"));
    clock.advance(Duration.ofHours(1));
    assertThat(other.instant()).isEqualTo(clock.instant());
    assertThat(other.getZone()).isEqualTo(ZoneId.of("Asia/Tokyo"));
  }
}
