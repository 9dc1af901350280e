package io.tidemark.app.leadership;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.app.leadership.LeadershipState.Following;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@QuarkusTest
class LeadershipBeanTest {
  @Inject Leadership leadership;
  @Inject LeadershipConfig config;
  @Inject MeterRegistry metrics;

  @Test
  void aProcessThatNobodyStartedFollowsAndSaysSo() {
    assertThat(leadership.state()).isEqualTo(new Following(null));
    assertThat(metrics.get("tidemark.leader").gauge().value()).isZero();
  }

  @Test
  void theDefaultTimesGoTogether() {
    LeaseSettings settings = LeaseSettings.of(config, "gpu");
    assertThat(settings.leaseDuration()).isEqualTo(Duration.ofSeconds(15));
    assertThat(settings.renewDeadline()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.retryPeriod()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void outsideAClusterThereIsNoPod() {
    assertThat(config.podName()).isEmpty();
    assertThat(config.namespace()).isEmpty();
  }
}
