package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UsageBarTest {
  @ParameterizedTest(name = "{0} of {1}")
  @CsvSource({
    "0, 24576, [................]",
    "1, 24576, [#...............]",
    "12288, 24576, [########........]",
    "24575, 24576, [###############.]",
    "24576, 24576, [################]",
    "24577, 24576, [###############!]",
    "1, 0, [###############!]",
    "0, 0, [................]",
    "5764607523034234879, 9223372036854775807, [#########.......]",
  })
  void aBarIsEmptyOnlyForNothingAndFullOnlyForAll(long used, long capacity, String bar) {
    assertThat(UsageBar.of(used, capacity, TextStyle.PLAIN)).isEqualTo(bar);
  }
}
