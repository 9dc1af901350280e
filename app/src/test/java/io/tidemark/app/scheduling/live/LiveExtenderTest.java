package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import io.tidemark.app.scheduling.Extender.HostScore;
import io.tidemark.app.scheduling.Extender.PreemptAnswer;
import io.tidemark.app.scheduling.Extender.PreemptQuestion;
import io.tidemark.app.scheduling.Extender.PrioritizeAnswer;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Filter and prioritize on nodes n1 and n2 with one card of 24000 and of 8000 MiB. */
@QuarkusTest
class LiveExtenderTest {
  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;

  @BeforeEach
  void twoNodes() {
    live = twoNodes(FilterMode.ONE);
  }

  private LiveFixture twoNodes(FilterMode mode) {
    return new LiveFixture(bus, families, mode)
        .node(aNode("n1").card("GPU-a", 24000))
        .node(aNode("n2").card("GPU-b", 8000));
  }

  private static PodKey pod(LiveFixture live, String name, long mib) {
    return live.pod(aPod(name).uid(name).app(gpu("c", mib)));
  }

  private static FilterAnswer ask(LiveFixture live, PodKey pod, Nodes... nodes) {
    List<JsonNode> objects =
        java.util.Arrays.stream(nodes).map(node -> (JsonNode) node.json()).toList();
    return live.scheduling.extender().filter(new FilterQuestion(live.object(pod), null, objects));
  }

  private static List<String> names(FilterAnswer answer) {
    assertThat(answer).isInstanceOf(FilterAnswer.Nodes.class);
    return ((FilterAnswer.Nodes) answer).names();
  }

  @Test
  void oneNodeAndThePodsShareIsReservedThere() {
    PodKey pod = pod(live, "p", 20000);
    assertThat(names(live.filter(pod, "n1", "n2"))).containsExactly("n1");
    assertThat(live.used("n1", "GPU-a")).isEqualTo(20000);
  }

  @Test
  void onlyCandidatesAreChosenAndNoCandidatesIsNoNode() {
    PodKey pod = pod(live, "p", 1000);
    assertThat(names(live.filter(pod, "n2"))).containsExactly("n2");
    assertThat(live.filter(pod)).isEqualTo(new FilterAnswer.Nodes(List.of(), List.of()));
  }

  @Test
  void everyCandidateThatDoesNotFitHasAReasonAndThePodsUsersAreTold() {
    PodKey pod = pod(live, "p", 30000);
    FilterAnswer.Nodes answer = (FilterAnswer.Nodes) live.filter(pod, "n1", "n2", "n3");
    assertThat(answer.names()).isEmpty();
    assertThat(answer.refusals()).extracting(NodeRefusal::node).containsExactly("n1", "n2", "n3");
    assertThat(live.told).singleElement().asString().startsWith("p FilteringFailed: ");
  }

  @Test
  void aPodThatAsksForNothingOfOursPassesThrough() {
    PodKey plain =
        live.pod(
            aPod("plain")
                .app(aContainer("c"))
                .annotation("hami.io/vgpu-devices-allocated", "GPU-a,NVIDIA,20000,0:;"));
    assertThat(live.filter(plain, "n1")).isEqualTo(new FilterAnswer.All());
    assertThat(live.used("n1", "GPU-a")).isZero();
  }

  @Test
  void aSecondFilterOfThePodReplacesItsReservation() {
    PodKey pod = pod(live, "p", 6000);
    live.filter(pod, "n1");
    live.filter(pod, "n2");
    assertThat(live.used("n1", "GPU-a")).isZero();
    assertThat(live.used("n2", "GPU-b")).isEqualTo(6000);
  }

  @Test
  void wholeNodesAreAQuestionThatChangesNothing() {
    PodKey pod = pod(live, "p", 40000);
    Nodes template = aNode("template").card("GPU-t", 48000);
    assertThat(names(ask(live, pod, template))).containsExactly("template");
    assertThat(names(ask(live, pod, template))).containsExactly("template");
    assertThat(live.ledger().node("template")).isNull();
    assertThat(live.ledger().charge("p")).isNull();
  }

  @Test
  void whatIsChargedOnAKnownNodeCountsInAQuestionButNotThePodsOwnReservation() {
    PodKey first = pod(live, "first", 20000);
    live.filter(first, "n1");
    PodKey second = pod(live, "second", 20000);
    Nodes n1 = aNode("n1").card("GPU-a", 24000);
    assertThat(names(ask(live, second, n1))).isEmpty();
    assertThat(names(ask(live, first, n1))).containsExactly("n1");
    assertThat(live.used("n1", "GPU-a")).isEqualTo(20000);
  }

  @Test
  void aViewThatIsTooOldIsAnErrorForOurPodsAlone() {
    live.notCurrent = "the API server has not been heard for 40 s";
    assertThat(live.filter(pod(live, "p", 1000), "n1"))
        .isEqualTo(new FilterAnswer.Failed("the API server has not been heard for 40 s"));
    PodKey plain = live.pod(aPod("plain").uid("plain").app(aContainer("c")));
    assertThat(live.filter(plain, "n1")).isEqualTo(new FilterAnswer.All());
    live.notCurrent = null;
    assertThat(names(live.filter(new PodKey("default", "p"), "n1"))).containsExactly("n1");
  }

  @Test
  void inModeAllEveryNodeThatFitsIsNamedNothingReservedAndBindReserves() {
    LiveFixture all = twoNodes(FilterMode.ALL);
    PodKey pod = pod(all, "p", 6000);
    assertThat(names(all.filter(pod, "n1", "n2", "n3"))).containsExactly("n1", "n2");
    assertThat(all.ledger().charge("p")).isNull();
    assertThat(all.bind(pod, "n2").toCompletableFuture().getNow(null))
        .isEqualTo(new BindAnswer.Bound());
    assertThat(all.used("n2", "GPU-b")).isEqualTo(6000);
  }

  @Test
  void prioritizeScoresFromZeroToTen() {
    LiveFixture all = twoNodes(FilterMode.ALL);
    PodKey resident = pod(all, "resident", 4000);
    all.schedule(resident, "n2");
    PodKey pod = pod(all, "p", 1000);
    PrioritizeAnswer answer =
        all.scheduling
            .extender()
            .prioritize(new FilterQuestion(all.object(pod), List.of("n1", "n2"), null));
    assertThat(((PrioritizeAnswer.Scores) answer).scores())
        .containsExactly(new HostScore("n2", 10), new HostScore("n1", 0));
  }

  private static PreemptAnswer preempt(LiveFixture live, PodKey pod, String node, String victim) {
    return live.scheduling
        .extender()
        .preempt(new PreemptQuestion(live.object(pod), Map.of(node, List.of(victim))));
  }

  @Test
  void ofTheNodesToMakeRoomOnThoseStayWhereTheDevicesAreFreedToo() {
    live.pod(aPod("low").uid("low").app(gpu("c", 20000)).boundTo("n1", "GPU-a,NVIDIA,20000,0:;"));
    PodKey pod = live.pod(aPod("p").uid("p").priority(10).app(gpu("c", 10000)));

    assertThat(preempt(live, pod, "n1", "low"))
        .isEqualTo(new PreemptAnswer.Nodes(Map.of("n1", List.of("low"))));
    assertThat(preempt(live, pod, "n2", "web")).isEqualTo(new PreemptAnswer.Nodes(Map.of()));
    // Evicting a pod without devices frees none: the one that holds them has to go too.
    assertThat(preempt(live, pod, "n1", "web"))
        .isEqualTo(new PreemptAnswer.Nodes(Map.of("n1", List.of("web", "low"))));
    assertThat(live.used("n1", "GPU-a")).isEqualTo(20000);
    assertThat(live.ledger().charge("p")).isNull();
  }

  @Test
  void thePodsOwnReservationDoesNotMakeItEvictAnybody() {
    PodKey pod = pod(live, "p", 20000);
    live.filter(pod, "n1");

    assertThat(preempt(live, pod, "n1", "web"))
        .isEqualTo(new PreemptAnswer.Nodes(Map.of("n1", List.of("web"))));
  }

  @Test
  void evictionsForAPodThatAsksForNothingOfOursAreNoneOfOurs() {
    PodKey plain = live.pod(aPod("plain").app(aContainer("c")));
    assertThat(preempt(live, plain, "n9", "x"))
        .isEqualTo(new PreemptAnswer.Nodes(Map.of("n9", List.of("x"))));
  }

  @Test
  void whoDoesNotLeadOrDoesNotKnowTheClusterEvictsNobody() {
    PodKey pod = pod(live, "p", 1000);
    live.notCurrent = "not synced";
    assertThat(preempt(live, pod, "n1", "x")).isEqualTo(new PreemptAnswer.Failed("not synced"));
    live.notLeading = "tidemark-1 leads";
    assertThat(preempt(live, pod, "n1", "x"))
        .isEqualTo(new PreemptAnswer.NotLeading("tidemark-1 leads"));
  }

  @Test
  void aPodWhoseWishesCannotBeReadEvictsNobody() {
    PodKey pod =
        live.pod(
            aPod("p").app(gpu("c", 1)).annotation("hami.io/device-scoring-weights", "nonsense"));
    assertThat(preempt(live, pod, "n1", "x")).isInstanceOf(PreemptAnswer.Failed.class);
  }
}
