package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lock of Cambricon's device plugin: a time without owner, which the plugin removes. */
@QuarkusTest
class BareLockTest {
  private static final String KEY = "cambricon.com/dsmlu.lock";

  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;

  @BeforeEach
  void aNodeWithOneCard() {
    live =
        new LiveFixture(bus, families)
            .node(
                aNode("n1")
                    .capacity("cambricon.com/vmlu", "100")
                    .capacity("cambricon.com/mlu.smlu.vcore", "100")
                    .capacity("cambricon.com/mlu.smlu.vmemory", "80"));
  }

  private BindAnswer bind(String name) {
    PodKey pod =
        live.pod(
            aPod(name)
                .uid(name)
                .app(
                    aContainer("c")
                        .limit("cambricon.com/vmlu", "1")
                        .limit("cambricon.com/mlu.smlu.vcore", "10")
                        .limit("cambricon.com/mlu.smlu.vmemory", "4")));
    return live.schedule(pod, "n1").toCompletableFuture().getNow(new BindAnswer.Failed("waits"));
  }

  @Test
  void aBindTakesItAndNotTheOneThatNamesAPod() {
    assertThat(bind("a")).isEqualTo(new BindAnswer.Bound());

    assertThat(live.annotationOf("n1", KEY)).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(live.lockOf("n1")).isEmpty();
  }

  @Test
  void theNextBindWaitsForThePluginOrTwoMinutes() {
    assertThat(bind("a")).isEqualTo(new BindAnswer.Bound());

    assertThat(bind("b"))
        .isEqualTo(
            new BindAnswer.Failed(
                "node n1 is locked by cambricon.com/dsmlu.lock since 2030-01-01T00:00:00Z"));
    live.pass(Duration.ofMinutes(2));
    assertThat(bind("c")).isEqualTo(new BindAnswer.Bound());
    assertThat(live.annotationOf("n1", KEY)).isEqualTo("2030-01-01T00:02:00Z");
    assertThat(live.drift()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2029-12-31T23:57:00Z", "nonsense", "2030-01-01T00:05:00Z"})
  void oneThatIsOldOrUnreadableIsNobodys(String text) {
    live.annotateNode("n1", KEY, text);

    assertThat(bind("a")).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aPodOfAnotherFamilyLeavesItAlone() {
    live.node(aNode("n2").card("GPU-a", 24000).annotation(KEY, "2030-01-01T00:00:00Z"));
    PodKey pod = live.pod(aPod("g").uid("g").app(aContainer("c").limit("nvidia.com/gpu", "1")));

    assertThat(live.schedule(pod, "n2").toCompletableFuture().getNow(new BindAnswer.Failed("")))
        .isEqualTo(new BindAnswer.Bound());
    assertThat(live.annotationOf("n2", KEY)).isEqualTo("2030-01-01T00:00:00Z");
  }
}
