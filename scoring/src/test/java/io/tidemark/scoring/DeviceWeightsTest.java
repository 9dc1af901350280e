package io.tidemark.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceWeightsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slot=1,core=1,memory=3         | 1 | 1 | 3",
        "memory=3,slot=0,core=0         | 0 | 0 | 3",
        "' slot = 1 , core=+2,memory=0' | 1 | 2 | 0",
        "slot=0,core=0,memory=999999999999999999 | 0 | 0 | 999999999999999999",
      })
  void threeKeysInAnyOrderAreRead(String text, long slot, long core, long memory) {
    assertThat(DeviceWeights.of(text)).isEqualTo(new DeviceWeights(slot, core, memory));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "slot=1,core=1                | memory is missing",
        "slot=1,memory=1              | core is missing",
        "core=1,memory=1              | slot is missing",
        "slot=1,core=1,memory=1,      | \"\" is not of the form key=number",
        "slot:1,core=1,memory=1       | \"slot:1\" is not of the form key=number",
        "slot=1,core=1,disk=1         | unknown key \"disk\"",
        "Slot=1,core=1,memory=1       | unknown key \"Slot\"",
        "slot=1,slot=1,core=1,memory=1 | slot is there twice",
        "slot=1,core=-1,memory=1      | core must be a whole number from 0 up, found \"-1\"",
        "slot=1,core=1,memory=1.5     | memory must be a whole number from 0 up, found \"1.5\"",
        "slot=1,core=1,memory=        | memory must be a whole number from 0 up, found \"\"",
        "slot=1,core=1,memory=9999999999999999999 | memory must be a whole number from 0 up,"
            + " found \"9999999999999999999\"",
        "slot=0,core=0,memory=0       | at least one weight must be above 0",
      })
  void anyOtherTextIsRefusedWithItsReason(String text, String reason) {
    assertThatThrownBy(() -> DeviceWeights.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be weights like slot=1,core=1,memory=3, found \"%s\": %s", text, reason);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 1", "0, 0, 0"})
  void weightsThatOrderNothingCannotBeMade(long slot, long core, long memory) {
    assertThatThrownBy(() -> new DeviceWeights(slot, core, memory))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
