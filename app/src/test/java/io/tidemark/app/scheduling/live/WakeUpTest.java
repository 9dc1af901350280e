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
import io.tidemark.app.bus.ModuleBus;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting pods are woken by what is released, on node n1 with one card of 24000 MiB. */
@QuarkusTest
class WakeUpTest {
  private static final Duration SOON = Duration.ofMillis(100);

  @Inject ModuleBus bus;
  @Inject DeviceFamilies families;
  private LiveFixture live;

  @BeforeEach
  void aFullCard() {
    live = new LiveFixture(bus, families).node(aNode("n1").card("GPU-a", 24000));
    live.pod(holder());
    live.pass(SOON);
  }

  private static Pods holder() {
    return aPod("holder")
        .uid("holder")
        .init(gpu("prepare", 20000))
        .app(gpu("c", 10000))
        .boundTo("n1", "GPU-a,NVIDIA,20000,0:;GPU-a,NVIDIA,10000,0:;")
        .annotation("hami.io/bind-phase", "success");
  }

  private PodKey waiting(String name, long mib, int priority, String created) {
    return live.pod(aPod(name).uid(name).priority(priority).created(created).app(gpu("c", mib)));
  }

  private boolean woken(PodKey pod) {
    return !live.annotation(pod, WakeUps.WOKEN_KEY).isEmpty();
  }

  private void prepareEnds() {
    live.pod(holder().initState("prepare", States.terminated(0)));
    live.pass(SOON);
  }

  @Test
  void aPodIsWokenOnceTheInitContainerThatKeptItOutHasEnded() {
    PodKey pod = waiting("pod", 12000, 0, "2030-01-01T00:00:00Z");
    live.pass(SOON);
    assertThat(woken(pod)).isFalse();
    prepareEnds();
    assertThat(woken(pod)).isTrue();
  }

  @Test
  void byPriorityThenByAgeAndOnlyAsFarAsTheRoomGoes() {
    PodKey young = waiting("a-young", 7000, 0, "2030-01-01T00:00:02Z");
    PodKey old = waiting("b-old", 7000, 0, "2030-01-01T00:00:01Z");
    PodKey important = waiting("c-important", 7000, 10, "2030-01-01T00:00:03Z");
    prepareEnds();
    assertThat(woken(important)).isTrue();
    assertThat(woken(old)).isTrue();
    assertThat(woken(young)).isFalse();
  }

  @Test
  void aSmallerPodIsWokenWhereAMoreImportantOneStillDoesNotFit() {
    PodKey large = waiting("large", 20000, 10, "2030-01-01T00:00:01Z");
    PodKey small = waiting("small", 12000, 0, "2030-01-01T00:00:02Z");
    prepareEnds();
    assertThat(woken(large)).isFalse();
    assertThat(woken(small)).isTrue();
  }

  @Test
  void nothingIsReservedByIt() {
    waiting("pod", 12000, 0, "2030-01-01T00:00:00Z");
    prepareEnds();
    assertThat(live.used("n1", "GPU-a")).isEqualTo(10000);
  }

  @Test
  void podsOfOtherSchedulersAndPodsThatRunAreNotTouched() {
    PodKey foreign = waiting("foreign", 1000, 0, "2030-01-01T00:00:00Z");
    var object = live.object(foreign);
    object.withObject("/spec").put("schedulerName", "another");
    live.cluster.objects().update(object);
    prepareEnds();
    assertThat(woken(foreign)).isFalse();
    assertThat(woken(new PodKey("default", "holder"))).isFalse();
  }

  @Test
  void aFollowerWakesNobody() {
    PodKey pod = waiting("pod", 12000, 0, "2030-01-01T00:00:00Z");
    live.notLeading = "another leads";
    prepareEnds();
    assertThat(woken(pod)).isFalse();
    live.notLeading = null;
    live.scheduling.goOn();
    live.pass(SOON);
    assertThat(woken(pod)).isTrue();
  }

  @Test
  void aReservationThatEndsIsRoomToo() {
    prepareEnds();
    PodKey reserving = waiting("reserving", 14000, 0, "2030-01-01T00:00:00Z");
    live.filter(reserving, "n1");
    PodKey pod = waiting("pod", 12000, 0, "2030-01-01T00:00:00Z");
    live.pass(SOON);
    assertThat(woken(pod)).isFalse();
    live.remove(reserving);
    live.pass(SOON);
    assertThat(woken(pod)).isTrue();
  }

  @Test
  void aNewCardIsRoomToo() {
    PodKey pod = waiting("pod", 12000, 0, "2030-01-01T00:00:00Z");
    live.node(aNode("n2").card("GPU-b", 24000));
    live.pass(SOON);
    assertThat(woken(pod)).isTrue();
  }
}
