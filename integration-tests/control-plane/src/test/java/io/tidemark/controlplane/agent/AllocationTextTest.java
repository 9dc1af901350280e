package io.tidemark.controlplane.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationTextTest {
  @Test
  void theFirstFilledSlotIsTakenAndEachRoundTripAddsASemicolon() {
    AllocationText.Popped popped =
        AllocationText.parse(";GPU-1,NVIDIA,3000,30:GPU-2,NVIDIA,3000,30:;GPU-1,NVIDIA,1,0:;")
            .pop();

    assertThat(popped)
        .isEqualTo(
            new AllocationText.Popped(
                1,
                List.of(
                    new Grant("GPU-1", "NVIDIA", 3000, 30), new Grant("GPU-2", "NVIDIA", 3000, 30)),
                ";;GPU-1,NVIDIA,1,0:;;"));
  }

  @Test
  void emptySlotsHoldNothing() {
    assertThat(AllocationText.parse(";;;").pop()).isNull();
    assertThat(AllocationText.parse("").pop()).isNull();
  }

  @Test
  void aCardWithoutFourFieldsIsAnError() {
    assertThatThrownBy(() -> AllocationText.parse("GPU-1,NVIDIA,3000:;"))
        .hasMessageContaining("has not four fields");
  }
}
