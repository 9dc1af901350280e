package io.tidemark.app.leadership;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.config.InvalidConfigurationException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseSettingsTest {
  @ParameterizedTest(name = "lease {0}, deadline {1}, retry {2}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          10s   | 10s | 2s  | renew-deadline: must be shorter than lease-duration (10s), found 10s
          1.5s  | 1s  | 1ms | lease-duration: must be a whole number of seconds, at least 1, found 1.5s
          0s    | 0s  | 0s  | lease-duration: must be a whole number of seconds, at least 1, found 0s
          15s   | 10s | 5s  | retry-period: must be so short that 2.2 times it is less than renew-deadline (10s), found 5s
          15s   | 10s | 0s  | retry-period: must be at least 1 ms, found 0s
          """)
  void timesThatDoNotGoTogetherAreNamedInOneLine(
      String lease, String deadline, String retry, String line) {
    assertThatThrownBy(
            () -> new LeaseSettings("gpu", "tidemark", time(lease), time(deadline), time(retry)))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessage("tidemark.leadership." + line);
  }

  private static Duration time(String text) {
    return text.endsWith("ms")
        ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
        : Duration.parse("PT" + text);
  }
}
