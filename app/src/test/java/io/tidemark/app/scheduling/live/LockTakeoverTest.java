package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks that others left behind (cases.md, 23 and 24), on node n1 with one card of 24000 MiB. */
@QuarkusTest
class LockTakeoverTest {
  private static final String SIX_MINUTES_AGO = "2029-12-31T23:54:00Z";
  private static final String ALLOCATION = "GPU-a,NVIDIA,1000,0:;";

  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;
  private PodKey newcomer;

  @BeforeEach
  void aNodeWithOneCard() {
    live = new LiveFixture(bus, families).node(aNode("n1").card("GPU-a", 24000));
    newcomer = live.pod(aPod("new").uid("new").app(gpu("c", 1000)));
  }

  private static Pods old() {
    return aPod("old").uid("old").app(gpu("c", 1000));
  }

  private static Pods allocating() {
    return old()
        .boundTo("n1", ALLOCATION)
        .annotation("hami.io/vgpu-devices-to-allocate", ALLOCATION)
        .annotation("hami.io/bind-phase", "allocating")
        .phase("Pending");
  }

  private void locked(String since) {
    live.lock("n1", since + ",default,old");
  }

  private BindAnswer bindNewcomer() {
    CompletionStage<BindAnswer> answer = live.schedule(newcomer, "n1");
    return answer.toCompletableFuture().getNow(new BindAnswer.Failed("waits"));
  }

  private void assertTaken() {
    assertThat(bindNewcomer()).isEqualTo(new BindAnswer.Bound());
    assertThat(live.lockOf("n1")).endsWith(",default,new");
    assertThat(live.drift()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {SIX_MINUTES_AGO, "2030-01-01T00:00:00Z", "2030-01-01T01:00:00Z"})
  void anOwnerThatIsBoundHereAndStillAllocatingKeepsItHoweverOldItIs(String since) {
    live.pod(allocating());
    locked(since);
    assertThat(bindNewcomer()).isEqualTo(new BindAnswer.Failed("waits"));
    assertThat(live.lockOf("n1")).endsWith(",default,old");
    assertThat(live.nodeOf(newcomer)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Running", "Succeeded", "Failed"})
  void anOwnerThatRunsOrEndedLosesIt(String phase) {
    live.pod(allocating().phase(phase));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anOwnerWhoseContainersHaveStartedLosesIt() {
    live.pod(allocating().appState("c", States.running()));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anOwnerThatHasItsDevicesLosesIt() {
    live.pod(old().boundTo("n1", ALLOCATION).annotation("hami.io/bind-phase", "success"));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anOwnerWhosePluginFailedLosesIt() {
    live.pod(
        old()
            .boundTo("n1", ALLOCATION)
            .annotation("hami.io/vgpu-devices-to-allocate", ALLOCATION)
            .annotation("hami.io/bind-phase", "failed"));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anOwnerThatIsGoneLosesIt() {
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anOwnerThatIsBoundElsewhereLosesIt() {
    live.node(aNode("n2").card("GPU-b", 24000));
    live.pod(old().boundTo("n2", "GPU-b,NVIDIA,1000,0:;"));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
  }

  @Test
  void anUnboundOwnerIsWrittenFirstSoThatItsLateBindingIsAConflict() {
    PodKey old = live.pod(old());
    PodRecord decidedOn = Objects.requireNonNull(live.ledger().waiting().get("old"));
    locked("2029-12-31T23:59:50Z");
    assertTaken();
    assertThat(live.annotation(old, "tidemark.io/fenced-at")).isNotEmpty();
    assertThat(live.cluster.bind(decidedOn, "n1", Map.of(), Map.of()))
        .isInstanceOf(BindOutcome.Outdated.class);
  }

  @Test
  void anUnboundOwnerThatCannotBeWrittenKeepsIt() {
    live.pod(old());
    locked("2029-12-31T23:59:50Z");
    live.gateway.nextPodWrite(new WriteOutcome.Failed("connection refused"));
    assertThat(bindNewcomer())
        .isEqualTo(new BindAnswer.Failed("pod default/old cannot be written: connection refused"));
    assertThat(live.lockOf("n1")).endsWith(",default,old");
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a,b,c,d", "a,b,c", ",,", "2029-12-31T23:59:50Z,default,"})
  void aLockThatNobodyCanReadIsTaken(String text) {
    live.lock("n1", text);
    assertTaken();
  }

  @Test
  void aLockWithoutOwnerIsRespectedForFiveMinutes() {
    live.lock("n1", "2029-12-31T23:56:00Z");
    assertThat(bindNewcomer())
        .isEqualTo(
            new BindAnswer.Failed(
                "node n1 is locked, its lock names no owner: 2029-12-31T23:56:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {SIX_MINUTES_AGO, "2030-01-01T01:00:00Z"})
  void afterwardsItIsTakenAndSoIsOneOfTheFuture(String text) {
    live.lock("n1", text);
    assertTaken();
  }

  @Test
  void aLockOfThePodItselfIsItsOwn() {
    live.lock("n1", "2029-12-31T23:59:50Z,default,new");
    assertTaken();
  }

  @Test
  void aWaitingBindGoesOnWhenTheOwnerIsDoneEvenIfTheLockStays() {
    PodKey old = live.pod(allocating());
    locked(SIX_MINUTES_AGO);
    CompletionStage<BindAnswer> answer = live.schedule(newcomer, "n1");
    live.status(old, "Running");
    assertThat(answer.toCompletableFuture().getNow(null)).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aPodThatTheNodeNamesAndTheLedgerDoesNotKnowIsReadBeforeThePlanIsCheckedAgain() {
    // Another leader bound `old` a moment ago; our watch shows the node already, the pod not yet.
    PodKey big = live.pod(aPod("big").uid("big").app(gpu("c", 20000)));
    live.filter(big, "n1");
    live.hideFromWatch(
        () ->
            live.pod(
                aPod("old")
                    .uid("old")
                    .app(gpu("c", 20000))
                    .boundTo("n1", "GPU-a,NVIDIA,20000,0:;")
                    .annotation("hami.io/bind-phase", "success")));
    live.annotateNode("n1", ObservedNode.LAST_POD_KEY, "old,default,old");
    assertThat(live.bind(big, "n1").toCompletableFuture().getNow(null))
        .isInstanceOf(BindAnswer.Failed.class);
    assertThat(live.nodeOf(big)).isEmpty();
    assertThat(live.used("n1", "GPU-a")).isEqualTo(20000);
  }
}
