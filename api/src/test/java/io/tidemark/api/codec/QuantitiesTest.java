package io.tidemark.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of apimachinery's resource.Quantity. */
class QuantitiesTest {
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource({
    "0, 0",
    "3000, 3000",
    "3k, 3000",
    "3e3, 3000",
    "3E3, 3000",
    "3000.0, 3000",
    "+5, 5",
    "3e+3, 3000",
    "5e-1, 0.5",
    "-1, -1",
    "1.5, 1.5",
    ".5, 0.5",
    "5., 5",
    "0.5k, 500",
    "1500m, 1.5",
    "3000000u, 3",
    "1000000000n, 1",
    "1M, 1000000",
    "1G, 1000000000",
    "1T, 1000000000000",
    "1P, 1000000000000000",
    "1E, 1000000000000000000",
    "1Ki, 1024",
    "1Mi, 1048576",
    "16Gi, 17179869184",
    "1Ti, 1099511627776",
    "1Pi, 1125899906842624",
    "1Ei, 1152921504606846976",
    "0.5Ki, 512",
    "007, 7",
    "-0, 0",
    "9223372036854775808, 9223372036854775808",
    "99999999999999999999, 99999999999999999999"
  })
  void reads(String text, BigDecimal value) {
    assertThat(Quantities.read(text)).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ".",
        "+",
        "-",
        "k",
        "3K",
        "3ki",
        "3 k",
        " 3",
        "3 ",
        "3Zi",
        "1e",
        "1e+",
        "1e1.5",
        "0x10",
        "1_000",
        "1,000",
        "NaN",
        "Infinity",
        "three",
        "3kk",
        "--3",
        "1.2.3",
        "1e3k",
        "1e101",
        "1e-101",
        "1e99999",
        "\u0663"
      })
  void isNoQuantity(String text) {
    assertThat(Quantities.read(text)).isNull();
  }

  @Test
  void aTextTooLongIsNoQuantity() {
    assertThat(Quantities.read("1".repeat(128))).isNotNull();
    assertThat(Quantities.read("1".repeat(129))).isNull();
  }

  @ParameterizedTest(name = "the floor of {0} is {1}")
  @CsvSource({
    "1500m, 1",
    "1.999, 1",
    "-1500m, -2",
    "0, 0",
    "1e100, 9223372036854775807",
    "-1e100, -9223372036854775808",
    "9223372036854775807, 9223372036854775807",
    "9223372036854775808, 9223372036854775807"
  })
  void floorStaysInTheRangeOfALong(String text, long floor) {
    BigDecimal value = Objects.requireNonNull(Quantities.read(text));
    assertThat(Quantities.floor(value)).isEqualTo(floor);
  }
}
