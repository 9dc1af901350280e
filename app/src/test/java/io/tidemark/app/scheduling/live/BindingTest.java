package io.tidemark.app.scheduling.live;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.cluster.ClusterGateway.BindOutcome;
import io.tidemark.app.cluster.ClusterGateway.WriteOutcome;
import io.tidemark.app.scheduling.Extender.BindAnswer;
import io.tidemark.app.scheduling.Extender.BindQuestion;
import io.tidemark.app.scheduling.Extender.Caller;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every sentence of design section 4 on binding, on node n1 with one card of 24000 MiB. */
@QuarkusTest
class BindingTest {
  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;

  @BeforeEach
  void aNodeWithOneCard() {
    live = new LiveFixture(bus, families).node(aNode("n1").card("GPU-a", 24000));
  }

  private PodKey pod(String name) {
    return live.pod(aPod(name).uid(name + "-uid").app(gpu("c", 1000)));
  }

  private static boolean answered(CompletionStage<BindAnswer> answer) {
    return answer.toCompletableFuture().isDone();
  }

  private static BindAnswer of(CompletionStage<BindAnswer> answer) {
    return answer.toCompletableFuture().getNow(new BindAnswer.Failed("not answered yet"));
  }

  private static String failure(CompletionStage<BindAnswer> answer) {
    assertThat(of(answer)).isInstanceOf(BindAnswer.Failed.class);
    return ((BindAnswer.Failed) of(answer)).reason();
  }

  private void assertUndone(PodKey pod) {
    assertThat(live.nodeOf(pod)).isEmpty();
    assertThat(live.lockOf("n1")).isEmpty();
    assertThat(live.used("n1", "GPU-a")).isZero();
    assertThat(live.drift()).isEmpty();
  }

  @Test
  void theBindingCarriesAllocationPhaseAndTimesAndTheNodeIsLocked() {
    PodKey p = pod("p");
    assertThat(live.filter(p, "n1")).isInstanceOf(FilterAnswer.Nodes.class);
    assertThat(of(live.bind(p, "n1"))).isEqualTo(new BindAnswer.Bound());
    assertThat(live.nodeOf(p)).isEqualTo("n1");
    assertThat(live.annotation(p, "hami.io/vgpu-devices-to-allocate"))
        .isEqualTo("GPU-a,NVIDIA,1000,0:;");
    assertThat(live.annotation(p, "hami.io/vgpu-devices-allocated"))
        .isEqualTo("GPU-a,NVIDIA,1000,0:;");
    assertThat(live.annotation(p, "hami.io/bind-phase")).isEqualTo("allocating");
    assertThat(live.annotation(p, "hami.io/bind-time")).isEqualTo("1893456000");
    assertThat(live.lockOf("n1")).isEqualTo("2030-01-01T00:00:00Z,default,p");
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
  }

  @Test
  void theNextBindWaitsUntilThePodBeforeHasItsDevicesAndTheLockIsFree() {
    PodKey first = pod("first");
    PodKey second = pod("second");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> answer = live.schedule(second, "n1");
    assertThat(answered(answer)).isFalse();
    live.allocate(first);
    assertThat(of(answer)).isEqualTo(new BindAnswer.Bound());
    assertThat(live.lockOf("n1")).endsWith(",second");
  }

  @Test
  void aLockReleasedEarlyIsNotEnoughWhileThePodBeforeStillHasDevicesToGet() {
    PodKey first = pod("first");
    live.schedule(first, "n1");
    live.unlock("n1");
    CompletionStage<BindAnswer> answer = live.schedule(pod("second"), "n1");
    assertThat(answered(answer)).isFalse();
    live.allocate(first);
    assertThat(of(answer)).isEqualTo(new BindAnswer.Bound());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Failed", "Succeeded", "Running"})
  void aPodBeforeThatEndedOrRunsIsNotWaitedFor(String phase) {
    PodKey first = pod("first");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> answer = live.schedule(pod("second"), "n1");
    live.status(first, phase);
    assertThat(of(answer)).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aPodBeforeThatIsDeletedIsNotWaitedFor() {
    PodKey first = pod("first");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> answer = live.schedule(pod("second"), "n1");
    live.remove(first);
    assertThat(of(answer)).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void bindsOfOneNodeGoInTheOrderInWhichTheyCame() {
    PodKey first = pod("first");
    PodKey second = pod("second");
    PodKey third = pod("third");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> two = live.schedule(second, "n1");
    CompletionStage<BindAnswer> three = live.schedule(third, "n1");
    live.allocate(first);
    assertThat(of(two)).isEqualTo(new BindAnswer.Bound());
    assertThat(answered(three)).isFalse();
    live.allocate(second);
    assertThat(of(three)).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void bindsOfDifferentNodesDoNotWaitForEachOther() {
    live.node(aNode("n2").card("GPU-b", 24000));
    live.schedule(pod("first"), "n1");
    assertThat(of(live.schedule(pod("second"), "n2"))).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aNodeThatDoesNotComeFreeInTimeIsAnErrorAndNothingStaysCharged() {
    live.schedule(pod("first"), "n1");
    PodKey second = pod("second");
    CompletionStage<BindAnswer> answer = live.schedule(second, "n1");
    assertThat(live.used("n1", "GPU-a")).isEqualTo(2000);
    live.pass(Duration.ofSeconds(24));
    assertThat(answered(answer)).isFalse();
    live.pass(Duration.ofSeconds(1));
    assertThat(failure(answer))
        .isEqualTo(
            "node n1 did not come free within 25 s: pod default/first still awaits its devices"
                + " there");
    assertThat(live.nodeOf(second)).isEmpty();
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
    assertThat(live.told).anyMatch(text -> text.startsWith("second BindingFailed"));
  }

  @Test
  void aCallerThatHangsUpStopsItsBind() {
    PodKey first = pod("first");
    PodKey second = pod("second");
    PodKey third = pod("third");
    AtomicBoolean gone = new AtomicBoolean();
    live.schedule(first, "n1");
    live.filter(second, "n1");
    CompletionStage<BindAnswer> answer = live.bind(second, "n1", gone::get);
    CompletionStage<BindAnswer> next = live.schedule(third, "n1");
    gone.set(true);
    live.allocate(first);
    assertThat(failure(answer)).contains("has hung up");
    assertThat(live.nodeOf(second)).isEmpty();
    assertThat(of(next)).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aFilterDuringABindIsAnsweredSo() {
    PodKey first = pod("first");
    PodKey second = pod("second");
    live.schedule(first, "n1");
    live.schedule(second, "n1");
    assertThat(live.filter(second, "n1"))
        .isEqualTo(new FilterAnswer.Failed("pod default/second: bind in progress"));
    assertThat(failure(live.bind(second, "n1"))).isEqualTo("pod default/second: bind in progress");
  }

  @Test
  void anInitContainerOrASidecarAloneIsEnoughToLock() {
    PodKey init = live.pod(aPod("i").uid("i").init(gpu("i", 1000)).app(aContainer("c")));
    live.schedule(init, "n1");
    assertThat(live.lockOf("n1")).endsWith(",default,i");
    live.allocate(init);
    PodKey sidecar = live.pod(aPod("s").uid("s").sidecar(gpu("s", 1000)).app(aContainer("c")));
    live.schedule(sidecar, "n1");
    assertThat(live.lockOf("n1")).endsWith(",default,s");
  }

  @Test
  void aRefusedBindingUndoesEverything() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.nextBind(new BindOutcome.Refused("pods \"p\" is forbidden"));
    assertThat(failure(live.bind(p, "n1"))).isEqualTo("pods \"p\" is forbidden");
    assertUndone(p);
    assertThat(live.filter(p, "n1")).isInstanceOf(FilterAnswer.Nodes.class);
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
  }

  @Test
  void aPodThatSomebodyWroteMeanwhileIsReadAgainAndBound() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.nextBind(new BindOutcome.Outdated("the object has been modified"));
    assertThat(of(live.bind(p, "n1"))).isEqualTo(new BindAnswer.Bound());
    assertThat(live.nodeOf(p)).isEqualTo("n1");
  }

  @Test
  void anAnswerThatGotLostIsLookedUpAndThePodIsBound() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.loseNextBindAnswer();
    assertThat(of(live.bind(p, "n1"))).isEqualTo(new BindAnswer.Bound());
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
  }

  @Test
  void aBindingThatWasNotWrittenIsUndoneOnceThatIsCertain() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.nextBind(new BindOutcome.Unknown("no answer within 5 s"));
    assertThat(failure(live.bind(p, "n1"))).isEqualTo("no answer within 5 s");
    assertThat(live.annotation(p, "tidemark.io/fenced-at")).isNotEmpty();
    assertUndone(p);
  }

  @Test
  void lockAndReservationStayUntilTheOutcomeIsKnown() {
    PodKey p = pod("p");
    PodKey next = pod("next");
    live.filter(p, "n1");
    live.gateway.nextBind(new BindOutcome.Unknown("no answer within 5 s"));
    live.gateway.nextPodWrite(new WriteOutcome.Failed("connection refused"));
    live.gateway.nextPodWrite(new WriteOutcome.Failed("connection refused"));
    assertThat(failure(live.bind(p, "n1"))).startsWith("not known yet whether bound");
    CompletionStage<BindAnswer> waiting = live.schedule(next, "n1");
    assertThat(live.lockOf("n1")).endsWith(",p");
    assertThat(live.used("n1", "GPU-a")).isEqualTo(2000);
    assertThat(live.filter(p, "n1")).isInstanceOf(FilterAnswer.Failed.class);
    live.pass(Duration.ofSeconds(1));
    assertThat(answered(waiting)).isFalse();
    live.pass(Duration.ofSeconds(1));
    assertThat(of(waiting)).isEqualTo(new BindAnswer.Bound());
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
  }

  @Test
  void aPodThatSomebodyElseBoundIsNotBoundAgain() {
    live.node(aNode("n2").card("GPU-b", 24000));
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.beforeNextBind(
        () -> {
          var object = live.object(p);
          object.withObject("/spec").put("nodeName", "n2");
          live.cluster.objects().update(object);
        });
    assertThat(failure(live.bind(p, "n1"))).contains("already assigned to node n2");
    assertThat(live.lockOf("n1")).isEmpty();
  }

  @Test
  void aNodeThatOthersWriteAllTheTimeIsReadAgain() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.nextNodeWrite(new WriteOutcome.Conflict());
    live.gateway.nextNodeWrite(new WriteOutcome.Conflict());
    assertThat(of(live.bind(p, "n1"))).isEqualTo(new BindAnswer.Bound());
  }

  @Test
  void aNodeThatCannotBeWrittenIsAnErrorAndNothingStays() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    for (int i = 0; i < 5; i++) {
      live.gateway.nextNodeWrite(new WriteOutcome.Failed("connection refused"));
    }
    assertThat(failure(live.bind(p, "n1"))).isEqualTo("connection refused");
    assertUndone(p);
  }

  @Test
  void aShareThatIsGoneByThenIsPlannedAnewOrRefused() {
    PodKey p = live.pod(aPod("p").uid("p").app(gpu("c", 20000)));
    live.filter(p, "n1");
    live.pass(Duration.ofMinutes(6));
    live.scheduling.tick();
    assertThat(live.used("n1", "GPU-a")).isZero();
    PodKey other = live.pod(aPod("other").uid("o").app(gpu("c", 20000)));
    live.schedule(other, "n1");
    live.allocate(other);
    assertThat(failure(live.bind(p, "n1"))).contains("CardInsufficientMemory");
    assertThat(live.nodeOf(p)).isEmpty();
    assertThat(live.lockOf("n1")).isEmpty();
  }

  @Test
  void aPodThatIsGoneIsAnError() {
    assertThat(
            failure(
                live.scheduling
                    .extender()
                    .bind(new BindQuestion("default", "nobody", "u", "n1"), Caller.PATIENT)))
        .isEqualTo("pod default/nobody not found");
  }

  @Test
  void aPodOfThatNameWithAnotherUidIsNotBound() {
    pod("p");
    CompletionStage<BindAnswer> answer =
        live.scheduling
            .extender()
            .bind(new BindQuestion("default", "p", "another-uid", "n1"), Caller.PATIENT);
    assertThat(failure(answer)).isEqualTo("pod default/p not found");
  }

  @Test
  void whoeverDoesNotLeadNeitherFiltersNorBinds() {
    PodKey p = pod("p");
    live.notLeading = "tidemark-1 leads";
    assertThat(live.filter(p, "n1")).isEqualTo(new FilterAnswer.NotLeading("tidemark-1 leads"));
    assertThat(of(live.bind(p, "n1"))).isEqualTo(new BindAnswer.NotLeading("tidemark-1 leads"));
  }

  @Test
  void aLeaderThatIsDeposedBeforeItsWriteWritesNothing() {
    PodKey first = pod("first");
    PodKey second = pod("second");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> answer = live.schedule(second, "n1");
    live.notLeading = "tidemark-1 leads";
    live.allocate(first);
    assertThat(of(answer)).isInstanceOf(BindAnswer.NotLeading.class);
    assertThat(live.nodeOf(second)).isEmpty();
    assertThat(live.lockOf("n1")).isEmpty();
  }

  @Test
  void whatWasReservedEndsWithTheTerm() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.notLeading = "replica b leads";
    live.scheduling.endTerm();
    assertUndone(p);
  }

  @Test
  void aBindThatWaitsWhenTheTermEndsIsSentAwayAndNothingStaysReserved() {
    PodKey first = pod("first");
    live.schedule(first, "n1");
    CompletionStage<BindAnswer> answer = live.schedule(pod("second"), "n1");
    live.notLeading = "replica b leads";
    live.scheduling.endTerm();
    live.allocate(first);
    assertThat(of(answer)).isInstanceOf(BindAnswer.NotLeading.class);
    assertThat(live.used("n1", "GPU-a")).isEqualTo(1000);
  }

  @Test
  void whoeverNoLongerLeadsLeavesTheOutcomeOfItsBindingToTheNextLeader() {
    PodKey p = pod("p");
    live.filter(p, "n1");
    live.gateway.beforeNextBind(() -> live.notLeading = "replica b leads");
    live.gateway.nextBind(new BindOutcome.Unknown("no answer within 5 s"));
    assertThat(of(live.bind(p, "n1"))).isInstanceOf(BindAnswer.NotLeading.class);
    assertThat(live.annotation(p, "tidemark.io/fenced-at")).isEmpty();
    assertThat(live.lockOf("n1")).endsWith(",p");
    assertThat(live.used("n1", "GPU-a")).isZero();
  }

  @Test
  void aRefusedBindingLeavesALockThatAnotherHasTakenForTheSamePod() {
    PodKey p = pod("p");
    String lockOfAnother = "2030-01-01T00:00:07Z,default,p";
    live.filter(p, "n1");
    live.gateway.beforeNextBind(() -> live.lock("n1", lockOfAnother));
    live.gateway.nextBind(new BindOutcome.Refused("pod p is already assigned to node \"n1\""));
    assertThat(failure(live.bind(p, "n1"))).contains("already assigned");
    assertThat(live.lockOf("n1")).isEqualTo(lockOfAnother);
  }
}
