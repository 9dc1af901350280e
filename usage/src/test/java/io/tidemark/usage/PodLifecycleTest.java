package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.UsageChange;
import io.tidemark.api.bus.UsageChange.Cause;
import io.tidemark.api.bus.UsageChange.PodChange;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PodLifecycleTest {
  private final LedgerDriver cluster = new LedgerDriver();

  @AfterEach
  void auditIsClean() {
    cluster.assertClean();
  }

  private static Pods train() {
    return aPod("train")
        .init(gpu("prepare", 20000))
        .app(gpu("train", 10000))
        .boundTo("n1", "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,10000,0:;");
  }

  private void nodeWithOneCard() {
    cluster.see(aNode("n1").card("GPU-a", 24000));
  }

  @Test
  void shouldReleaseWhatIsStoredForTheUidAndNotWhatTheEventShows() { // HAMi#2968
    nodeWithOneCard();
    cluster.see(
        aPod("job-0").uid("u1").app(gpu("c", 20000)).boundTo("n1", "GPU-a,NVIDIA,20000,0:;"));
    cluster.see(aPod("job-0").uid("u2").app(gpu("c", 3000)).boundTo("n1", "GPU-a,NVIDIA,3000,0:;"));

    UsageChange first = cluster.gone("u1");

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(new DeviceAmount(1, 3000, 0));
    assertThat(first.pods()).extracting(PodChange::cause).containsExactly(Cause.GONE);
    assertThat(first.freesRoom()).isTrue();

    UsageChange second = cluster.gone("u1");

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(new DeviceAmount(1, 3000, 0));
    assertThat(second.pods()).isEmpty();
    assertThat(second.version()).isEqualTo(first.version());
  }

  @Test
  void shouldGiveEverythingBackExactlyOnceOverAWholeLife() { // HAMi#1400
    nodeWithOneCard();
    cluster.see(aQuota("q").hard("limits.nvidia.com/gpumem", "30000"));
    PodRecord done =
        train().version(3).initState("prepare", States.terminated(0)).phase("Succeeded").read();

    UsageChange placed = cluster.see(train());
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isEqualTo(20000);
    UsageChange progress =
        cluster.see(train().version(2).initState("prepare", States.terminated(0)));
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isEqualTo(10000);
    UsageChange ended = cluster.see(done);
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isZero();
    UsageChange resync = cluster.see(done);
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isZero();
    cluster.gone(done.uid());
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isZero();
    cluster.see(aPod("p2").app(gpu("c", 5000)).boundTo("n1", "GPU-a,NVIDIA,5000,0:;"));
    assertThat(cluster.usedInQuota("default", "q").memoryMiB()).isEqualTo(5000);

    assertThat(placed.pods()).extracting(PodChange::cause).containsExactly(Cause.PLACED);
    assertThat(progress.pods()).extracting(PodChange::cause).containsExactly(Cause.PROGRESS);
    assertThat(progress.freesRoom()).isTrue();
    assertThat(ended.pods()).extracting(PodChange::cause).containsExactly(Cause.ENDED);
    assertThat(ended.pods().get(0).after()).isEqualTo(Footprint.NONE);
    assertThat(resync.pods()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Succeeded", "Failed"})
  void shouldChargeATerminalPodNothingNotEvenItsKubeletCount(String phase) {
    nodeWithOneCard();
    cluster.see(train());

    cluster.see(train().version(2).phase(phase));

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isZero();
    assertThat(cluster.node("n1").charges()).isEmpty();
    assertThat(cluster.snapshot().charges()).isEmpty();
    assertThat(cluster.snapshot().namespaces()).isEmpty();
  }

  @Test
  void shouldChargeAgainWhenInitContainersRunAgainAndReportTheOverFullDevice() {
    nodeWithOneCard();
    cluster.see(train().version(2).initState("prepare", States.terminated(0)));
    cluster.see(aPod("other").app(gpu("c", 14000)).boundTo("n1", "GPU-a,NVIDIA,14000,0:;"));

    UsageChange again = cluster.see(train().version(3).initState("prepare", States.running()));

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(34000);
    assertThat(again.freesRoom()).isFalse();
    assertThat(again.overFull()).hasSize(1);
    assertThat(again.overFull().get(0).used().memoryMiB()).isEqualTo(34000);
    assertThat(again.overFull().get(0).capacity().memoryMiB()).isEqualTo(24000);
  }

  @Test
  void shouldKeepTheKubeletCountWhenAnInitContainerHasFinished() {
    nodeWithOneCard();
    Pods pod =
        aPod("train")
            .init(gpu("prepare", 1000).gpus(2))
            .app(gpu("train", 1000))
            .boundTo("n1", "GPU-a,NVIDIA,1000,0:GPU-b,NVIDIA,1000,0:;GPU-a,NVIDIA,1000,0:;")
            .initState("prepare", States.terminated(0));

    cluster.see(pod);

    assertThat(cluster.used("n1", "GPU-b")).isEqualTo(DeviceAmount.ZERO);
    assertThat(cluster.node("n1").kubeletCount("NVIDIA")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"EACH,12000", "ALL,20000", "NEVER,20000"})
  void shouldFollowTheReleaseMode(ReleaseMode release, long charged) {
    LedgerDriver ledger = new LedgerDriver(new LedgerSettings(release, Duration.ofMinutes(5)));
    ledger.see(
        aPod("p")
            .init(gpu("i1", 20000))
            .init(gpu("i2", 12000))
            .app(gpu("a", 1000))
            .boundTo("n1", "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,12000,0:;GPU-a,NVIDIA,1000,0:;")
            .initState("i1", States.terminated(0)));

    assertThat(ledger.used("n1", "GPU-a").memoryMiB()).isEqualTo(charged);
    ledger.assertClean();
  }

  @Test
  void shouldChangeNothingWhenAnObservationIsRepeated() {
    nodeWithOneCard();
    UsageChange first = cluster.see(train());
    ClusterSnapshot before = cluster.snapshot();

    UsageChange repeated = cluster.see(train());

    assertThat(repeated.version()).isEqualTo(first.version());
    assertThat(repeated.pods()).isEmpty();
    assertThat(repeated.overFull()).isEmpty();
    assertThat(repeated.problems()).isEmpty();
    assertThat(repeated.freesRoom()).isFalse();
    assertThat(cluster.snapshot()).isSameAs(before);
    assertThat(cluster.told).hasSize(2);
  }

  @Test
  void shouldDropAnObservationThatIsOlderThanWhatIsKnown() {
    nodeWithOneCard();
    cluster.see(train().version(7).initState("prepare", States.terminated(0)));

    UsageChange late = cluster.see(train().version(6));

    assertThat(late.pods()).isEmpty();
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(10000);
  }

  @Test
  void shouldTakeAnObservationWithoutAVersionAndStillKnowTheVersionBefore() {
    nodeWithOneCard();
    cluster.see(train().version(7));
    cluster.see(
        withVersion(
            train().initState("prepare", States.terminated(0)).read(), PodRecord.UNKNOWN_VERSION));
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(10000);

    cluster.see(train().version(6));

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(10000);
  }

  @Test
  void shouldIgnoreALateObservationOfAGoneUid() {
    nodeWithOneCard();
    PodRecord pod = train().version(5).read();
    cluster.see(pod);
    cluster.gone(pod.uid());

    UsageChange late = cluster.see(train().version(9));

    assertThat(late.pods()).isEmpty();
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldIgnoreALateObservationOfAUidThatWasGoneBeforeItWasSeen() {
    nodeWithOneCard();
    PodRecord pod = train().read();
    cluster.gone(pod.uid());

    cluster.see(pod);

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldTakeBackAGoneUidOnlyFromANewerFullList() {
    nodeWithOneCard();
    PodRecord pod = train().version(5).read();
    cluster.see(pod);
    cluster.gone(pod.uid());

    cluster.list(5, pod);
    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
    cluster.list(6, pod);
    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(20000);
  }

  @Test
  void shouldNotTakeBackAGoneUidFromAListThatIsOlderThanOtherKnowledgeAtItsDeletion() {
    nodeWithOneCard();
    PodRecord pod = train().version(5).read();
    cluster.see(pod);
    cluster.see(aPod("other").version(8).app(gpu("c", 1)));
    cluster.gone(pod.uid());

    cluster.list(7, pod);

    assertThat(cluster.used("n1", "GPU-a")).isEqualTo(DeviceAmount.ZERO);
  }

  @Test
  void shouldRememberABoundedNumberOfGoneUids() {
    nodeWithOneCard();
    PodRecord pod = train().read();
    cluster.gone(pod.uid());
    IntStream.range(0, PodBook.MAX_GONE).forEach(i -> cluster.gone("other-" + i));

    cluster.see(pod);

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(20000);
  }

  @Test
  void shouldTakeAPodThatAListMissesAsGone() {
    nodeWithOneCard();
    cluster.see(train().version(5));
    PodRecord other =
        aPod("other").version(6).app(gpu("c", 1000)).boundTo("n1", "GPU-a,NVIDIA,1000,0:;").read();

    UsageChange listed = cluster.list(7, other);

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(1000);
    assertThat(listed.pods())
        .extracting(PodChange::cause)
        .containsExactly(Cause.PLACED, Cause.GONE);
  }

  @Test
  void shouldKeepAPodOfWhichMoreIsKnownThanTheListThatMissesIt() {
    nodeWithOneCard();
    cluster.see(train().version(9));

    cluster.list(8);

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(20000);
  }

  @Test
  void shouldKeepAPodChargedThatIsBeingDeleted() {
    nodeWithOneCard();
    cluster.see(train());

    PodRecord deleting = PodCopies.deleting(train().version(2).read());
    cluster.see(deleting);

    assertThat(cluster.used("n1", "GPU-a").memoryMiB()).isEqualTo(20000);
  }

  @Test
  void shouldShowAsWaitingWhatAsksAndMayStillBeBound() {
    PodRecord waiting = aPod("waiting").app(gpu("c", 1000)).read();
    cluster.see(waiting);
    cluster.see(aPod("plain").app(aContainer("c")));
    cluster.see(aPod("bound").app(gpu("c", 1000)).boundTo("n1", "GPU-a,NVIDIA,1000,0:;"));
    cluster.see(aPod("failed").app(gpu("c", 1000)).phase("Failed"));
    cluster.see(PodCopies.deleting(aPod("leaving").app(gpu("c", 1000)).read()));

    assertThat(cluster.snapshot().waiting().values()).containsExactly(waiting);
    assertThat(cluster.gone(waiting.uid()).freesRoom()).isFalse();
    assertThat(cluster.snapshot().waiting()).isEmpty();
  }

  private static PodRecord withVersion(PodRecord pod, long version) {
    return PodCopies.withVersion(pod, version);
  }
}
