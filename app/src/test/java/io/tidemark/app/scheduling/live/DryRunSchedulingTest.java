package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageMessages.TakeSnapshot;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.embedded.EmbeddedCluster;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.FilterQuestion;
import io.tidemark.app.scheduling.Extender.HostScore;
import io.tidemark.app.scheduling.Extender.PreemptAnswer;
import io.tidemark.app.scheduling.Extender.PreemptQuestion;
import io.tidemark.app.scheduling.Extender.PrioritizeAnswer;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beside another scheduler, on node n1 with a card of 24000 MiB and n2 with one of 8000 MiB. */
@QuarkusTest
class DryRunSchedulingTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final AtomicInteger CLUSTERS = new AtomicInteger();

  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;

  private final DecisionLog decisions = new DecisionLog();
  private final Deque<Runnable> later = new ArrayDeque<>();
  private EmbeddedCluster cluster;
  private DryRunScheduling dryRun;
  private @Nullable String notCurrent;

  @BeforeEach
  void twoNodes() {
    ObjectReader reader = new ObjectReader(families, ZoneOffset.UTC);
    ClusterId id = new ClusterId("dry-run-test-" + CLUSTERS.incrementAndGet());
    cluster = new EmbeddedCluster(id, reader, bus, () -> NOW, new Watch());
    dryRun =
        new DryRunScheduling(
            new DryRunScheduling.Environment(
                bus,
                id,
                reader,
                new Alone(),
                (delay, task) -> later.add(task),
                Clock.fixed(NOW, ZoneOffset.UTC),
                decisions,
                problem -> {}),
            Set.of("hami-scheduler"));
    cluster.list();
    node(aNode("n1").card("GPU-a", 24000));
    node(aNode("n2").card("GPU-b", 8000));
  }

  private final class Watch implements EmbeddedCluster.Listener {
    @Override
    public void changed(UsageChange change) {}

    @Override
    public void malformed(Problem problem) {}

    @Override
    public void observed(ClusterEvent event, UsageChange change) {
      dryRun.observe(event);
    }
  }

  private final class Alone implements Standing {
    @Override
    public @Nullable String notLeading() {
      return null;
    }

    @Override
    public @Nullable String notCurrent() {
      return notCurrent;
    }
  }

  private void node(Nodes node) {
    cluster.objects().apply(node.json().put("kind", "Node"));
  }

  private PodKey show(Pods pod) {
    ObjectNode json = pod.json().put("kind", "Pod");
    json.withObject("/spec").put("schedulerName", "hami-scheduler");
    cluster.objects().apply(json);
    return pod.read().key();
  }

  private PodKey pod(String name, long mib) {
    return show(aPod(name).uid(name).app(gpu("c", mib)));
  }

  private void bind(String name, long mib, String node, String card) {
    show(
        aPod(name)
            .uid(name)
            .app(gpu("c", mib))
            .boundTo(node, card + ",NVIDIA," + mib + ",0:;")
            .annotation("hami.io/bind-phase", "success"));
  }

  private ObjectNode object(PodKey pod) {
    return Objects.requireNonNull(cluster.objects().get(ObjectKey.pod(pod)));
  }

  private void pass() {
    while (!later.isEmpty()) {
      later.remove().run();
    }
  }

  /** For instance {@code p Chosen n1}, the oldest first. */
  private List<String> log() {
    List<String> lines = new ArrayList<>();
    for (DecisionLog.Entry entry : decisions.latest()) {
      lines.add(0, entry.pod().name() + " " + entry.what().text() + " " + entry.node());
    }
    return lines;
  }

  @Test
  void aWaitingPodIsDecidedOnWithoutAnybodyAskingAndOnlyOnce() {
    pod("p", 20000);
    pass();
    dryRun.tick();
    assertThat(log()).containsExactly("p Chosen n1");
  }

  @Test
  void whatWasChosenForOnePodIsTakenForTheNext() {
    pod("first", 20000);
    pass();
    pod("second", 5000);
    pod("third", 20000);
    pass();
    assertThat(log())
        .containsExactly("first Chosen n1", "second Chosen n2", "third Unschedulable null");
  }

  @Test
  void whereThePodWentIsSetBesideWhatWasChosen() {
    pod("p", 6000);
    pass();
    String chosen = Objects.requireNonNull(decisions.latest().get(0).node());
    String other = chosen.equals("n1") ? "n2" : "n1";
    bind("p", 6000, other, other.equals("n1") ? "GPU-a" : "GPU-b");
    DecisionLog.Entry bound = decisions.latest().get(0);
    assertThat(bound.what()).isEqualTo(What.BOUND);
    assertThat(bound.node()).isEqualTo(other);
    assertThat(bound.reason())
        .isEqualTo("by another scheduler; the dry run had chosen node " + chosen);
  }

  @Test
  void aPodThatFoundNoNodeIsDecidedOnAgainAndOnlyANodeIsNews() {
    bind("holder", 20000, "n1", "GPU-a");
    pod("p", 20000);
    pass();
    dryRun.tick();
    assertThat(log()).containsExactly("p Unschedulable null");
    cluster.objects().remove(ObjectKey.pod(new PodKey("default", "holder")));
    pass();
    assertThat(log()).containsExactly("p Unschedulable null", "p Chosen n1");
  }

  @Test
  void whoeverAsksIsAnsweredSoThatNothingChanges() {
    PodKey big = pod("big", 30000);
    FilterQuestion question = new FilterQuestion(object(big), List.of("n1", "n2"), null);
    assertThat(dryRun.extender().filter(question)).isEqualTo(new FilterAnswer.All());
    assertThat(log()).containsExactly("big Unschedulable null");
    assertThat(((PrioritizeAnswer.Scores) dryRun.extender().prioritize(question)).scores())
        .containsExactly(new HostScore("n1", 10), new HostScore("n2", 10));
    Map<String, List<String>> victims = Map.of("n1", List.of("x"), "n9", List.of("y"));
    assertThat(dryRun.extender().preempt(new PreemptQuestion(object(big), victims)))
        .isEqualTo(new PreemptAnswer.Nodes(victims));
  }

  @Test
  void theCandidatesOfAQuestionCount() {
    PodKey p = pod("p", 6000);
    dryRun.extender().filter(new FilterQuestion(object(p), List.of("n2"), null));
    assertThat(log()).containsExactly("p Chosen n2");
  }

  @Test
  void neitherAQuestionNorABindChangesTheClusterOrTheLedger() {
    PodKey p = pod("p", 20000);
    pass();
    ObjectNode before = object(p);
    dryRun.extender().filter(new FilterQuestion(before, List.of("n1"), null));
    BindAnswer answer =
        dryRun
            .extender()
            .bind(new BindQuestion("default", "p", "p", "n1"), Caller.PATIENT)
            .toCompletableFuture()
            .join();
    assertThat(answer).isInstanceOf(BindAnswer.Failed.class);
    assertThat(((BindAnswer.Failed) answer).reason()).startsWith("dry run: ");
    assertThat(decisions.latest().get(0).what()).isEqualTo(What.BIND_FAILED);
    assertThat(object(p)).isEqualTo(before);
    assertThat(bus.snapshot(new TakeSnapshot(cluster.id(), NOW)).charge("p")).isNull();
  }

  @Test
  void nothingIsDecidedOnAViewThatIsTooOldAndNobodyIsHeldUpByIt() {
    notCurrent = "the cluster has not been listed yet";
    PodKey p = pod("p", 20000);
    pass();
    assertThat(dryRun.extender().filter(new FilterQuestion(object(p), List.of("n1"), null)))
        .isEqualTo(new FilterAnswer.All());
    assertThat(log()).isEmpty();
    notCurrent = null;
    dryRun.tick();
    assertThat(log()).containsExactly("p Chosen n1");
  }

  @Test
  void podsOfOtherSchedulersAreTheirs() {
    ObjectNode json = aPod("p").uid("p").app(gpu("c", 1000)).json().put("kind", "Pod");
    json.withObject("/spec").put("schedulerName", "volcano");
    cluster.objects().apply(json);
    pass();
    assertThat(log()).isEmpty();
  }
}
