package io.tidemark.controlplane.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NodeLockTest {
  private static final String TIME = "2030-01-31T12:00:05+02:00";

  @Test
  void theOwnerAloneReleasesALock() {
    NodeLock lock = new NodeLock(TIME + ",team-a,train-0");

    assertThat(lock.owner()).isEqualTo(new NodeLock.Owner("team-a", "train-0"));
    assertThat(lock.isReleasedBy("team-a", "train-0")).isTrue();
    assertThat(lock.isReleasedBy("team-a", "train-1")).isFalse();
    assertThat(lock.isReleasedBy("a", "train-0")).isFalse();
  }

  @Test
  void theOldFormHasNoOwnerAndIsReleasedByAnybody() {
    NodeLock lock = new NodeLock(TIME);

    assertThat(lock.owner()).isNull();
    assertThat(lock.isReleasedBy("team-a", "train-0")).isTrue();
  }

  @Test
  void anotherNumberOfFieldsIsAnError() {
    assertThatThrownBy(() -> new NodeLock(TIME + ",team-a").owner())
        .isInstanceOf(IllegalArgumentException.class);
  }
}
