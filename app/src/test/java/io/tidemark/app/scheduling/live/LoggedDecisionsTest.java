package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.scheduling.DecisionLog.Entry;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the log of decisions has of filters and binds, on node n1 with one card of 24000 MiB. */
@QuarkusTest
class LoggedDecisionsTest {
  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;

  @BeforeEach
  void aNodeWithOneCard() {
    live = live(FilterMode.ONE);
  }

  private LiveFixture live(FilterMode mode) {
    return new LiveFixture(bus, families, mode).node(aNode("n1").card("GPU-a", 24000));
  }

  private PodKey pod(String name, long mib) {
    return pod(live, name, mib);
  }

  private static PodKey pod(LiveFixture live, String name, long mib) {
    return live.pod(aPod(name).uid(name + "-uid").app(gpu("c", mib)));
  }

  private Entry entry(PodKey pod, What what, @Nullable String node, @Nullable String reason) {
    return new Entry(LiveFixture.START, pod, pod.name() + "-uid", what, node, reason);
  }

  @Test
  void aFilterThatReservesAndTheBindThatFollows() {
    PodKey p = pod("p", 1000);
    live.schedule(p, "n1");
    assertThat(live.decisions.latest())
        .containsExactly(entry(p, What.BOUND, "n1", null), entry(p, What.RESERVED, "n1", null));
  }

  @Test
  void aFilterThatFindsNoNodeWithTheReasonThatThePodsUsersAreTold() {
    PodKey p = pod("p", 30000);
    live.filter(p, "n1");
    Entry refused = live.decisions.latest().get(0);
    assertThat(refused.what()).isEqualTo(What.UNSCHEDULABLE);
    assertThat(refused.node()).isNull();
    assertThat(live.told).containsExactly("p FilteringFailed: " + refused.reason());
  }

  @Test
  void aBindThatIsRefused() {
    PodKey p = pod("p", 1000);
    live.gateway.nextBind(new BindOutcome.Refused("forbidden"));
    live.schedule(p, "n1");
    assertThat(live.decisions.latest().get(0))
        .isEqualTo(entry(p, What.BIND_FAILED, "n1", "forbidden"));
  }

  @Test
  void aBindWhoseAnswerIsLostIsLoggedOnceAsUnknownAndOnceAsBound() {
    PodKey p = pod("p", 1000);
    live.filter(p, "n1");
    live.gateway.loseNextBindAnswer();
    live.gateway.setUnreadable(true);
    live.bind(p, "n1");
    live.pass(Duration.ofSeconds(3));
    assertThat(live.decisions.latest())
        .extracting(Entry::what)
        .containsExactly(What.BIND_FAILED, What.RESERVED);
    assertThat(live.decisions.latest().get(0).reason()).startsWith("not known yet whether bound: ");
    live.gateway.setUnreadable(false);
    live.pass(Duration.ofSeconds(2));
    assertThat(live.decisions.latest())
        .extracting(Entry::what)
        .containsExactly(What.BOUND, What.BIND_FAILED, What.RESERVED);
  }

  @Test
  void aPodThatIsWoken() {
    PodKey holder = pod("holder", 20000);
    live.schedule(holder, "n1");
    PodKey waiting = pod("waiting", 10000);
    live.filter(waiting, "n1");
    live.remove(holder);
    live.pass(Duration.ofMillis(100));
    Entry woken = live.decisions.latest().get(0);
    assertThat(woken.what()).isEqualTo(What.WOKEN);
    assertThat(woken.pod()).isEqualTo(waiting);
  }

  @Test
  void inModeAllAFilterThatReservesNothingSaysHowManyNodesFit() {
    LiveFixture all = live(FilterMode.ALL).node(aNode("n2").card("GPU-b", 8000));
    PodKey p = pod(all, "p", 1000);
    all.filter(p, "n1", "n2");
    PodKey big = pod(all, "big", 30000);
    all.filter(big, "n1", "n2");
    assertThat(all.decisions.latest())
        .extracting(Entry::what)
        .containsExactly(What.UNSCHEDULABLE, What.CHOSEN);
    assertThat(all.decisions.latest().get(1).reason()).isEqualTo("fits 2 of the nodes asked about");
    assertThat(all.told).singleElement().asString().startsWith("big FilteringFailed: ");
  }

  @Test
  void questionsAndPodsThatAskForNothingOfOursAreNoDecisions() {
    PodKey plain = live.pod(aPod("plain").app(aContainer("c")));
    live.filter(plain, "n1");
    JsonNode node = aNode("n1").card("GPU-a", 24000).json();
    live.scheduling
        .extender()
        .filter(new FilterQuestion(live.object(pod("p", 1000)), null, List.of(node)));
    assertThat(live.decisions.latest()).isEmpty();
  }
}
