package io.tidemark.controlplane.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.controlplane.agent.CardLoad.Holder;
import io.tidemark.controlplane.agent.Violation.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CardLoadTest {
  private static final String CARD = "GPU-0";

  private final CardLoad load = new CardLoad("n1");

  @BeforeEach
  void oneCardOfTwoSlots() {
    load.cards(List.of(FakeCard.nvidia(CARD, 1000).withSlots(2)));
  }

  @Test
  void aFullCardIsNoViolation() {
    assertThat(runs("a", 400, 50)).isEmpty();
    assertThat(runs("b", 600, 50)).isEmpty();
  }

  @Test
  void whatEndedIsFree() {
    runs("a", 1000, 100);
    load.update("a", Map.of());

    assertThat(runs("b", 1000, 100)).isEmpty();
  }

  @Test
  void tooMuchOfAnythingIsAViolation() {
    runs("a", 400, 50);

    assertThat(runs("b", 601, 0))
        .extracting(Violation::kind)
        .containsExactly(Kind.CARD_OVERCOMMITTED);
    load.update("b", Map.of());
    assertThat(runs("c", 0, 51)).hasSize(1);
    load.update("c", Map.of());
    assertThat(runs("d", 0, 0)).isEmpty();
    assertThat(runs("e", 0, 0)).hasSize(1);
  }

  @Test
  void theSameContainerSeenAgainIsCountedOnce() {
    runs("a", 600, 0);

    assertThat(runs("a", 600, 0)).isEmpty();
  }

  @Test
  void aCardThatTheNodeHasNotIsAViolation() {
    load.cards(List.of());

    assertThat(runs("a", 1, 1)).extracting(Violation::kind).containsExactly(Kind.UNKNOWN_CARD);
  }

  private List<Violation> runs(String uid, long memoryMib, int cores) {
    return load.update(
        uid,
        Map.of(
            new Holder("team/" + uid, uid, "app"),
            List.of(new Grant(CARD, "NVIDIA", memoryMib, cores))));
  }
}
