package io.tidemark.app.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.app.leadership.LeadershipState.Following;
import io.tidemark.app.leadership.LeadershipState.Leading;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TermsTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  /** Near the end of its range, where nanosecond clocks are allowed to be. */
  private long nanos = Long.MAX_VALUE - Duration.ofSeconds(3).toNanos();

  private final List<String> told = new ArrayList<>();
  private final Terms terms =
      new Terms(
          "a",
          Duration.ofSeconds(10),
          () -> nanos,
          Clock.fixed(START, ZoneOffset.UTC),
          new LeadershipListener() {
            @Override
            public void onLeading(long term) {
              told.add("leading " + term);
            }

            @Override
            public void onFollowing() {
              told.add("following");
            }
          });

  @Test
  void followsBeforeTheFirstRenewal() {
    assertThat(terms.state()).isEqualTo(new Following(null));
    assertThat(terms.leads(0)).isFalse();
    assertThat(terms.leads(1)).isFalse();
  }

  @Test
  void aRenewalIsGoodForTheDeadlineCountedFromWhenItWasSent() {
    long sentAt = nanos;
    pass("4s");
    terms.renewed(sentAt);
    assertThat(terms.state())
        .isEqualTo(new Leading(1, START, sentAt + Duration.ofSeconds(10).toNanos()));
    pass("5.999999999s");
    assertThat(terms.leads(1)).isTrue();
    pass("0.000000001s");
    assertThat(terms.leads(1)).isFalse();
    assertThat(terms.state()).isEqualTo(new Following(null));
  }

  @Test
  void renewalsInTimeKeepTheTerm() {
    for (int i = 0; i < 5; i++) {
      terms.renewed(nanos);
      pass("9s");
    }
    assertThat(terms.leads(1)).isTrue();
    assertThat(told).containsExactly("leading 1");
  }

  @Test
  void aPausedLeaderKnowsThatItsTermIsOverBeforeAnythingTellsIt() {
    terms.renewed(nanos);
    pass("60s");
    assertThat(terms.leads(1)).isFalse();
    assertThat(told).containsExactly("leading 1");
    terms.expire();
    assertThat(told).containsExactly("leading 1", "following");
  }

  @Test
  void aRenewalAfterTheEndBeginsANewTerm() {
    terms.renewed(nanos);
    pass("11s");
    terms.renewed(nanos);
    assertThat(terms.leads(1)).isFalse();
    assertThat(terms.leads(2)).isTrue();
    assertThat(told).containsExactly("leading 1", "following", "leading 2");
  }

  @Test
  void aRenewalThatTookTheWholeDeadlineIsWorthNothing() {
    long sentAt = nanos;
    pass("10s");
    terms.renewed(sentAt);
    assertThat(terms.state()).isEqualTo(new Following(null));
    assertThat(told).isEmpty();
  }

  @Test
  void anotherHolderEndsTheTermAtOnce() {
    terms.renewed(nanos);
    terms.observed("b");
    assertThat(terms.leads(1)).isFalse();
    assertThat(terms.state()).isEqualTo(new Following("b"));
    assertThat(told).containsExactly("leading 1", "following");
  }

  @Test
  void aLeaseThatIsGoneEndsTheTermSinceOthersMayHaveLedMeanwhile() {
    terms.renewed(nanos);
    terms.observed(null);
    terms.renewed(nanos);
    assertThat(terms.leads(1)).isFalse();
    assertThat(terms.leads(2)).isTrue();
  }

  @Test
  void ownNameInTheLeaseIsWorthNothingByItself() {
    terms.observed("a");
    assertThat(terms.state()).isEqualTo(new Following(null));
    terms.renewed(nanos);
    pass("9s");
    terms.observed("a");
    pass("1s");
    assertThat(terms.leads(1)).isFalse();
  }

  @Test
  void theOnlyReplicaLeadsForGood() {
    terms.leadForGood();
    pass("8760h");
    terms.expire();
    assertThat(terms.leads(1)).isTrue();
  }

  @Test
  void afterTheEndARenewalUnderWayBeginsNothing() {
    terms.renewed(nanos);
    terms.end();
    terms.renewed(nanos);
    assertThat(terms.state()).isEqualTo(new Following(null));
    assertThat(told).containsExactly("leading 1", "following");
  }

  private void pass(String time) {
    nanos += Duration.parse("PT" + time).toNanos();
  }
}
