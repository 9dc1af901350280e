package io.tidemark.api.formula;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodRecord;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The formula of KEP-753, "Resources calculation for scheduling and pod admission", on pods that
 * can be calculated by hand. Every container holds one slot and its memory on the same card.
 */
class Kep753ExamplesTest {
  private static final DeviceId CARD = new DeviceId("NVIDIA", "GPU-a");

  static Stream<Arguments> pods() {
    return Stream.of(
        arguments("apps run together", List.of("app 3000", "app 4000"), 7000),
        arguments("init containers run alone", List.of("init 5000", "init 6000", "app 1"), 6000),
        arguments("the larger of the two counts", List.of("init 8000", "app 3", "app 4"), 8000),
        arguments(
            "a sidecar counts beside the init containers after it",
            List.of("sidecar 2000", "init 8000", "app 3000"),
            10000),
        arguments(
            "a sidecar does not count beside the init containers before it",
            List.of("init 8000", "sidecar 2000", "app 3000"),
            8000),
        arguments("sidecars count beside the apps", List.of("sidecar 2000", "app 3000"), 5000),
        arguments(
            "sidecars count once, not per step",
            List.of("sidecar 2000", "init 100", "init 100", "app 100"),
            2100),
        arguments(
            "each init container sees the sidecars before it alone",
            List.of("init 9000", "sidecar 1000", "init 8000", "sidecar 2000", "init 4000", "app 1"),
            9000),
        arguments(
            "the simple formula of the KEP would reserve 25000 (KAI-Scheduler#1556)",
            List.of("sidecar 2000", "init 20000", "sidecar 3000", "app 10000"),
            22000),
        arguments(
            "the same containers with the init container first",
            List.of("init 20000", "sidecar 2000", "sidecar 3000", "app 10000"),
            20000),
        arguments(
            "the same containers with the init container last",
            List.of("sidecar 2000", "sidecar 3000", "init 20000", "app 10000"),
            25000),
        arguments(
            "three init containers and an idle app",
            List.of("init 10000", "init 10000", "init 10000", "app 0"),
            10000));
  }

  @ParameterizedTest(name = "{0}: {1} needs {2} MiB")
  @MethodSource("pods")
  void needsAtItsStart(String rule, List<String> containers, long memory) {
    assertThat(memory(read(containers, List.of()), 0)).isEqualTo(memory);
  }

  @Test
  void theShareOfEachInitContainerIsGivenBackAsItFinishes() {
    PodRecord pod =
        read(
            List.of("init 9000", "sidecar 1000", "init 6000", "sidecar 500", "init 4000", "app 10"),
            List.of());

    assertThat(Stream.of(0, 1, 2, 3, 4, 5).map(watermark -> memory(pod, watermark)))
        .containsExactly(9000L, 7000L, 7000L, 5500L, 5500L, 1510L);
  }

  @Test
  void anInitContainerInTheMiddleOfTwoSidecarsGivesBackItsPeak() {
    List<String> containers = List.of("sidecar 2000", "init 20000", "sidecar 3000", "app 10000");

    assertThat(memory(read(containers, List.of("running", "running", "", "")))).isEqualTo(22000);
    assertThat(memory(read(containers, List.of("running", "exit 0", "", "")))).isEqualTo(15000);
  }

  static Stream<Arguments> crashLoopingSidecar() {
    return Stream.of(
        arguments("warm runs while the sidecar is down", "exit 0", "running", "", 22000),
        arguments("warm has finished", "running", "exit 0", "", 12000),
        arguments("the sidecar waits for its restart", "waiting", "exit 0", "running", 12000),
        arguments("the sidecar is down", "exit 0", "exit 0", "running", 12000),
        arguments("the sidecar failed", "exit 1", "exit 0", "running", 12000),
        arguments("the entry of warm is lost", "waiting", "", "running", 12000),
        arguments("nothing is known yet", "", "", "", 22000));
  }

  /** HAMi#2584 and #2723: a sidecar is never done, and never holds up what others give back. */
  @ParameterizedTest(name = "{0}: {4} MiB")
  @MethodSource("crashLoopingSidecar")
  void aSidecarThatCrashesNeitherReleasesNorBlocks(
      String moment, String side, String warm, String app, long memory) {
    List<String> containers = List.of("sidecar 2000", "init 20000", "app 10000");

    assertThat(memory(read(containers, List.of(side, warm, app)))).isEqualTo(memory);
  }

  @Test
  void aPodOfSidecarsAloneIsNeverReleasedIntoASmallerNumber() {
    List<String> containers = List.of("sidecar 2000", "sidecar 500", "app 10000");

    for (List<String> states :
        List.of(
            List.of("", "", ""),
            List.of("exit 0", "exit 0", ""),
            List.of("exit 0", "exit 0", "running"))) {
      assertThat(memory(read(containers, states))).as("%s", states).isEqualTo(12500);
    }
  }

  /** HAMi#2622: slots are containers, and app containers run together. */
  @Test
  void everyContainerOfAStepTakesASlot() {
    PodRecord pod = read(List.of("init 500", "app 1000", "app 1000"), List.of("exit 0", "", ""));

    assertThat(footprint(pod, Progress.START).on(CARD).slots()).isEqualTo(2);
    assertThat(footprint(pod, Progress.of(pod, ReleaseMode.EACH)).on(CARD).slots()).isEqualTo(2);
    assertThat(
            footprint(read(List.of("init 5", "app 5"), List.of()), Progress.START).on(CARD).slots())
        .isEqualTo(1);
  }

  /**
   * @param containers kind and MiB, init range first
   * @param states of the containers in their order; empty for one without an entry
   */
  private static PodRecord read(List<String> containers, List<String> states) {
    Pods pod = aPod("team-a/p");
    StringBuilder allocation = new StringBuilder();
    for (int i = 0; i < containers.size(); i++) {
      String kind = containers.get(i).split(" ")[0];
      String mib = containers.get(i).split(" ")[1];
      String name = "c" + i;
      switch (kind) {
        case "init" -> pod.init(gpu(name, Long.parseLong(mib)));
        case "sidecar" -> pod.sidecar(gpu(name, Long.parseLong(mib)));
        default -> pod.app(gpu(name, Long.parseLong(mib)));
      }
      allocation.append(String.format(Locale.ROOT, "GPU-a,NVIDIA,%s,0:;", mib));
      if (i < states.size() && !states.get(i).isEmpty()) {
        States state =
            switch (states.get(i)) {
              case "running" -> States.running();
              case "waiting" -> States.waiting("CrashLoopBackOff");
              default -> States.terminated(Integer.parseInt(states.get(i).substring(5)));
            };
        if (kind.equals("app")) {
          pod.appState(name, state);
        } else {
          pod.initState(name, state);
        }
      }
    }
    return pod.boundTo("n1", allocation.toString()).read();
  }

  private static long memory(PodRecord pod) {
    return footprint(pod, Progress.of(pod, ReleaseMode.EACH)).on(CARD).memoryMiB();
  }

  private static long memory(PodRecord pod, int watermark) {
    return footprint(pod, new Progress(false, watermark, Set.of())).on(CARD).memoryMiB();
  }

  private static Footprint footprint(PodRecord pod, Progress progress) {
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    return Footprints.of(pod.containers(), readable.allocation(), progress);
  }
}
