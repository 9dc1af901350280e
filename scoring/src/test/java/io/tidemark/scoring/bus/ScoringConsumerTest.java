package io.tidemark.scoring.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.tidemark.api.bus.ScoringMessages.ChoosePolicy;
import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.bus.ScoringMessages.Rank;
import io.tidemark.api.bus.ScoringMessages.Ranking;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.scoring.DevicePolicy;
import io.tidemark.scoring.DeviceWeights;
import io.tidemark.scoring.NodePolicy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ScoringConsumerTest {
  private static final PodRecord POD = Pods.aPod("p").app(Containers.gpu("app", 1000)).read();

  @Test
  void withoutConfigurationNodesPackAndDevicesSpread() {
    ScoringConfig config = config(Map.of());

    assertThat(config.nodePolicy()).isEqualTo(NodePolicy.BINPACK);
    assertThat(config.devicePolicy()).isEqualTo(DevicePolicy.of("spread"));
    assertThat(config.deviceWeights()).isEqualTo(new DeviceWeights(1, 1, 1));
  }

  @Test
  void configurationIsReadByKind() {
    ScoringConfig config =
        config(
            Map.of(
                "tidemark.scoring.node-policy", "spread",
                "tidemark.scoring.device-policy", "numa,binpack",
                "tidemark.scoring.device-weights", "slot=1,core=0,memory=2"));

    assertThat(config.nodePolicy()).isEqualTo(NodePolicy.SPREAD);
    assertThat(config.devicePolicy()).isEqualTo(DevicePolicy.of("numa,binpack"));
    assertThat(config.deviceWeights()).isEqualTo(new DeviceWeights(1, 0, 2));
  }

  @Test
  void aWrongValueStopsTheStartAndIsNamed() {
    Assertions.assertThatThrownBy(() -> config(Map.of("tidemark.scoring.device-weights", "slot=1")))
        .hasMessageContaining("tidemark.scoring.device-weights")
        .hasMessageContaining("core is missing");
  }

  @Test
  void aPolicyThatWasChosenRanks() {
    ScoringConsumer consumer = new ScoringConsumer(config(Map.of()));

    PolicyReply reply = consumer.choose(new ChoosePolicy(ClusterId.LIVE, Instant.EPOCH, POD));
    PlacementPolicy policy = ((PolicyReply.Chosen) reply).policy();
    Ranking ranking =
        consumer.rank(new Rank(ClusterId.LIVE, Instant.EPOCH, POD, policy, List.of()));

    assertThat(ranking.plans()).isEmpty();
  }

  private static ScoringConfig config(Map<String, String> properties) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withMapping(ScoringConfig.class)
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .build();
    return config.getConfigMapping(ScoringConfig.class);
  }
}
