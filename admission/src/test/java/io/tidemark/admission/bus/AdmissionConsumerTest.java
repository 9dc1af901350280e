package io.tidemark.admission.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.tidemark.admission.QuotaMode;
import io.tidemark.api.bus.AdmissionMessages.Operation;
import io.tidemark.api.bus.AdmissionMessages.Review;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AdmissionConsumerTest {
  @Test
  void withoutConfigurationBothSchedulersAreOursAndQuotasDeny() {
    AdmissionConfig config = config(Map.of());

    assertThat(config.schedulerNames()).containsExactly("tidemark-scheduler", "hami-scheduler");
    assertThat(config.overwriteDefaultScheduler()).isTrue();
    assertThat(config.quota()).isEqualTo(QuotaMode.DENY);
  }

  @Test
  void configurationReachesTheVerdict() {
    AdmissionConfig config =
        config(
            Map.of(
                "tidemark.admission.scheduler-names", "gpu-scheduler",
                "tidemark.admission.overwrite-default-scheduler", "false",
                "tidemark.admission.quota", "wait"));

    assertThat(config.quota()).isEqualTo(QuotaMode.WAIT);
    Verdict verdict =
        new AdmissionConsumer(config, Families.BUNDLED)
            .review(
                new Review(
                    ClusterId.LIVE,
                    Instant.EPOCH,
                    Operation.CREATE,
                    "team-a",
                    "",
                    Pods.aPod("p").app(Containers.gpu("c", 1000)).json(),
                    null,
                    "alice",
                    NamespaceSnapshot.empty("team-a")));
    assertThat(verdict).isEqualTo(new Verdict.NotOurs("scheduler \"\" is not ours"));
  }

  @Test
  void aWrongValueStopsTheStartAndIsNamed() {
    assertThatThrownBy(() -> config(Map.of("tidemark.admission.quota", "maybe")))
        .hasMessageContaining("tidemark.admission.quota")
        .hasMessageContaining("maybe");
  }

  @Test
  void schedulersAreNamesSeparatedByCommas() {
    assertThat(schedulers("a, b").schedulerNames()).containsExactly("a", "b");
    for (String wrong : new String[] {" , ", "a b", "a,\t"}) {
      assertThatThrownBy(() -> schedulers(wrong))
          .hasMessageContaining("tidemark.admission.scheduler-names")
          .hasMessageContaining("must be names of schedulers, separated by commas");
    }
    assertThatThrownBy(() -> schedulers(""))
        .hasMessageContaining("tidemark.admission.scheduler-names");
  }

  @Test
  void aTypingErrorIsNotFalse() {
    assertThatThrownBy(
            () -> config(Map.of("tidemark.admission.overwrite-default-scheduler", "ture")))
        .hasMessageContaining("tidemark.admission.overwrite-default-scheduler")
        .hasMessageContaining("must be true or false");
  }

  private static AdmissionConfig schedulers(String names) {
    return config(Map.of("tidemark.admission.scheduler-names", names));
  }

  private static AdmissionConfig config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .withMapping(AdmissionConfig.class)
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build()
        .getConfigMapping(AdmissionConfig.class);
  }
}
