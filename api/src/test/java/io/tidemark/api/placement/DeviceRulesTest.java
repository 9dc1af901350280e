package io.tidemark.api.placement;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.Handshake;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Protocol, section 4.5. */
class DeviceRulesTest {
  private static final DeviceFamily.Sharing STRICT = new DeviceFamily.Sharing(true, true);
  private static final DeviceFamily.Sharing LAX = new DeviceFamily.Sharing(false, false);

  private static Device card(int slots, long memory, int cores) {
    return new Device(
        new DeviceId("NVIDIA", "GPU-a"), 0, "NVIDIA-A100 40", memory, cores, slots, 0, true, "");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    // rule, card slots, memory, cores, used slots, memory, cores, asked memory, cores, code
    "fits an empty card, 10,24000,100, 0,0,0, 24000,100, ",
    "fits to the last MiB and percent, 10,24000,100, 9,14000,70, 10000,30, ",
    "no slot left, 2,24000,100, 2,100,10, 100,10, CARD_TIME_SLICING_EXHAUSTED",
    "no slot at all, 0,24000,100, 0,0,0, 100,10, CARD_TIME_SLICING_EXHAUSTED",
    "one MiB short, 10,24000,100, 1,14001,0, 10000,0, CARD_INSUFFICIENT_MEMORY",
    "one percent short, 10,24000,100, 1,0,71, 1,30, CARD_INSUFFICIENT_CORE",
    "slots come before memory, 1,1,100, 1,1,100, 9,9, CARD_TIME_SLICING_EXHAUSTED",
    "memory comes before cores, 9,1,100, 1,1,100, 9,9, CARD_INSUFFICIENT_MEMORY",
    "an exclusive one beside another, 10,24000,100, 1,10,0, 10,100, EXCLUSIVE_DEVICE_CONFLICT",
    "another beside an exclusive one, 10,24000,100, 1,10,100, 10,0, CARD_COMPUTE_UNITS_EXHAUSTED",
    "cores beside an exclusive one, 10,24000,100, 1,10,100, 10,1, CARD_INSUFFICIENT_CORE",
    "no cores beside almost all, 10,24000,100, 1,10,99, 10,0, ",
    "scaled cores know no exclusive use, 10,24000,200, 1,10,100, 10,100, ",
    "scaled cores all taken, 10,24000,200, 2,10,200, 10,0, CARD_COMPUTE_UNITS_EXHAUSTED",
    "a card without cores, 10,24000,0, 1,10,0, 10,0, ",
    "cores on a card without, 10,24000,0, 0,0,0, 10,1, CARD_INSUFFICIENT_CORE",
    "an over-full card takes nothing, 10,8000,100, 1,10000,0, 0,0, CARD_INSUFFICIENT_MEMORY",
    "over-full cores take nothing, 10,8000,100, 1,10,130, 0,0, CARD_INSUFFICIENT_CORE",
    "over-full slots take nothing, 1,8000,100, 3,10,0, 0,0, CARD_TIME_SLICING_EXHAUSTED"
  })
  void judgesByAmounts(
      String rule,
      int slots,
      long memory,
      int cores,
      int usedSlots,
      long usedMemory,
      int usedCores,
      long askedMemory,
      int askedCores,
      @Nullable RefusalCode code) {
    assertThat(
            DeviceRules.refusal(
                STRICT,
                card(slots, memory, cores),
                usedSlots,
                usedMemory,
                usedCores,
                askedMemory,
                askedCores))
        .isEqualTo(code);
  }

  @Test
  void aFamilyMaySwitchTheRulesOfFullCoresOff() {
    Device card = card(10, 24000, 100);

    assertThat(DeviceRules.refusal(LAX, card, 1, 10, 0, 10, 100)).isNull();
    assertThat(DeviceRules.refusal(LAX, card, 1, 10, 100, 10, 0)).isNull();
  }

  private static List<String> items(@Nullable String text) {
    return text == null ? List.of() : Arrays.asList(text.split("\\+"));
  }

  @ParameterizedTest(name = "use {0}, avoid {1}, mode {2} on a card of mode {3}: {4}")
  @CsvSource({
    ", , , hami-core, ",
    "a100, , , hami-core, ",
    "H100+a100 40, , , hami-core, ",
    "H100, , , hami-core, CARD_TYPE_MISMATCH",
    ", nvidia, , hami-core, CARD_TYPE_MISMATCH",
    ", H100, , hami-core, ",
    "A100, a100, , hami-core, CARD_TYPE_MISMATCH",
    ", , hami-core, hami-core, ",
    ", , mig, hami-core, CARD_TYPE_MISMATCH",
    ", , 'hami-core,mig', mig, ",
    ", , mig, '', "
  })
  void judgesByTypeAndMode(
      @Nullable String use,
      @Nullable String avoid,
      @Nullable String mode,
      String cardMode,
      @Nullable RefusalCode code) {
    Device card =
        new Device(
            new DeviceId("NVIDIA", "GPU-a"), 0, "NVIDIA-A100 40", 1, 1, 1, 0, true, cardMode);
    DeviceSelection selection =
        new DeviceSelection(
            items(use), items(avoid), List.of(), List.of(), mode == null ? "" : mode, false);

    assertThat(SelectionRules.refusal(inventory(Set.of()), card, selection)).isEqualTo(code);
  }

  @ParameterizedTest(name = "use {0}, avoid {1}: {2}")
  @CsvSource({
    "GPU-a, , ",
    "GPU-b+GPU-a, , ",
    "GPU-b, , CARD_UUID_MISMATCH",
    "GPU, , CARD_UUID_MISMATCH",
    "gpu-a, , CARD_UUID_MISMATCH",
    ", GPU-b, ",
    ", GPU-a, CARD_UUID_MISMATCH",
    "GPU-a, GPU-a, CARD_UUID_MISMATCH"
  })
  void judgesByUuidExactly(
      @Nullable String use, @Nullable String avoid, @Nullable RefusalCode code) {
    DeviceSelection selection =
        new DeviceSelection(List.of(), List.of(), items(use), items(avoid), "", false);

    assertThat(SelectionRules.refusal(inventory(Set.of()), card(1, 1, 1), selection))
        .isEqualTo(code);
  }

  @Test
  void healthAndCordonComeFirst() {
    DeviceSelection none = DeviceSelection.NONE;
    DeviceSelection other =
        new DeviceSelection(List.of("H100"), List.of(), List.of(), List.of(), "", false);
    Device sick = new Device(new DeviceId("NVIDIA", "GPU-a"), 0, "T", 1, 1, 1, 0, false, "");
    FamilyInventory cordoned = inventory(Set.of("GPU-a"));

    assertThat(SelectionRules.refusal(cordoned, sick, other))
        .isEqualTo(RefusalCode.CARD_NOT_HEALTHY);
    assertThat(SelectionRules.refusal(cordoned, card(1, 1, 1), other))
        .isEqualTo(RefusalCode.CARD_CORDONED);
    assertThat(SelectionRules.refusal(cordoned, card(1, 1, 1), none))
        .isEqualTo(RefusalCode.CARD_CORDONED);
    assertThat(SelectionRules.refusal(inventory(Set.of("GPU-b")), card(1, 1, 1), none)).isNull();
  }

  private static FamilyInventory inventory(Set<String> cordoned) {
    return new FamilyInventory("NVIDIA", List.of(), Handshake.ALIVE, null, cordoned, null);
  }

  @Test
  void codesOfHamiKeepTheirSpelling() {
    assertThat(RefusalCode.values())
        .extracting(RefusalCode::text)
        .contains(
            "CardNotHealth",
            "CardCordoned",
            "CardTypeMismatch",
            "CardUuidMismatch",
            "NumaNotFit",
            "CardTimeSlicingExhausted",
            "ExclusiveDeviceAllocateConflict",
            "CardInsufficientMemory",
            "CardInsufficientCore",
            "CardComputeUnitsExhausted",
            "AllocatedCardsInsufficientRequest",
            "ResourceQuotaNotFit",
            "NodeInsufficientDevice",
            "node unregistered")
        .doesNotHaveDuplicates();
  }
}
