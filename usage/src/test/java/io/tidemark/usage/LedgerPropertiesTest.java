package io.tidemark.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.formula.ReleaseMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Random histories of a small cluster, seen through a watch that repeats, misses and comes late,
 * with reservations in between. After every step the ledger equals the naive one.
 */
class LedgerPropertiesTest {
  private static final int CASES = 250;
  private static final int STEPS = 60;

  @ParameterizedTest
  @EnumSource(ReleaseMode.class)
  void shouldEqualTheNaiveLedgerAfterEveryStepAndEndAtZero(ReleaseMode release) {
    Seeds.forAllSteps(
        CASES,
        LedgerPropertiesTest::history,
        steps -> {
          LedgerHistory history = new LedgerHistory(release);
          for (LedgerHistory.Step step : steps) {
            history.take(step);
            history.check();
          }
          history.shouldBeTheSameAfterARestart();
          history.shouldEndAtZero();
        });
  }

  private static List<LedgerHistory.Step> history(Random random) {
    List<LedgerHistory.Step> steps = new ArrayList<>();
    LedgerHistory.Kind[] kinds = LedgerHistory.Kind.values();
    for (int i = 0; i < STEPS; i++) {
      LedgerHistory.Kind kind =
          i < 3
              ? LedgerHistory.Kind.NODE
              : LedgerHistory.Kind.often(kinds, random.nextInt(Integer.MAX_VALUE));
      steps.add(
          new LedgerHistory.Step(
              kind, random.nextInt(1000), random.nextInt(1000), random.nextInt(5) == 0));
    }
    assertThat(steps).hasSize(STEPS);
    return steps;
  }
}
