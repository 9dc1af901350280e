package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GoDurationTest {
  @ParameterizedTest
  @CsvSource({
    "90s,PT1M30S",
    "6m,PT6M",
    "1h30m,PT1H30M",
    "1.5h,PT1H30M",
    "500ms,PT0.5S",
    ".5s,PT0.5S",
    "2us,PT0.000002S",
    "2µs,PT0.000002S",
    "3ns,PT0.000000003S",
    "1m1m,PT2M",
    "2562047h,PT2562047H"
  })
  void shouldReadWhatGoWrites(String text, Duration duration) {
    assertThat(GoDuration.positive(text)).isEqualTo(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "6",
        "m",
        "6 m",
        "6M",
        "1d",
        "-6m",
        "+6m",
        "0s",
        "0.1ns",
        "1h30",
        "PT6M",
        ".s",
        "2562048h",
        "9999999999999999999999h"
      })
  void shouldRefuseWhatIsNoDurationAboveZero(String text) {
    assertThat(GoDuration.positive(text)).isNull();
  }
}
