package io.tidemark.app.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.PodKey;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
  private final DecisionLog log = new DecisionLog();

  @Test
  void theOldestMakeRoomAndTheLatestStandFirst() {
    for (int i = 0; i < 1_500; i++) {
      log.add(entry(i));
    }
    List<DecisionLog.Entry> latest = log.latest();
    assertThat(latest).hasSize(1_000);
    assertThat(latest.get(0)).isEqualTo(entry(1_499));
    assertThat(latest.get(999)).isEqualTo(entry(500));
  }

  @Test
  void whatIsReadStaysAsItWas() {
    log.add(entry(1));
    List<DecisionLog.Entry> before = log.latest();
    log.add(entry(2));
    assertThat(before).containsExactly(entry(1));
  }

  private static DecisionLog.Entry entry(int number) {
    return new DecisionLog.Entry(
        Instant.ofEpochSecond(number),
        new PodKey("team-a", "p" + number),
        "u" + number,
        DecisionLog.What.BOUND,
        "n1",
        null);
  }
}
