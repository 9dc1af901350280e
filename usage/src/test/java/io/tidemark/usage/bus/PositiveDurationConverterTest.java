package io.tidemark.usage.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositiveDurationConverterTest {
  private final PositiveDurationConverter converter = new PositiveDurationConverter();

  @Test
  void aDurationIsReadAsEverywhereInTheConfiguration() {
    assertThat(converter.convert("5m")).isEqualTo(Duration.ofMinutes(5));
    assertThat(converter.convert(" 90s ")).isEqualTo(Duration.ofSeconds(90));
    assertThat(converter.convert("90")).isEqualTo(Duration.ofSeconds(90));
    assertThat(converter.convert("PT1H")).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "0", "-5m", "", " ", "soon", "99999999999999999999s"})
  void anyOtherTextIsRefused(String text) {
    assertThatThrownBy(() -> converter.convert(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a duration above 0, like 90s, 5m or 1h");
  }
}
