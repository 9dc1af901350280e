package io.tidemark.api.formula;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The watermark of pods with init container a, a sidecar, init container b and an app container.
 */
class ProgressTest {
  private static final int A = 0;
  private static final int B = 2;
  private static final int DONE = 3;

  private static Pods pod() {
    return aPod("team-a/p")
        .init(gpu("a", 4000))
        .sidecar(gpu("side", 100))
        .init(gpu("b", 3000))
        .app(gpu("app", 1000))
        .boundTo("n1", "G,NVIDIA,4000,0:;G,NVIDIA,100,0:;G,NVIDIA,3000,0:;G,NVIDIA,1000,0:;");
  }

  private static States ran(String from, String to) {
    return States.ran(0, "2030-01-01T00:00:" + from + "Z", "2030-01-01T00:00:" + to + "Z");
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        arguments("no status at all", pod(), A),
        arguments("a waits", pod().initState("a", States.waiting("PodInitializing")), A),
        arguments("a runs", pod().initState("a", States.running()), A),
        arguments("a has finished", pod().initState("a", States.terminated(0)), B),
        arguments("a has failed", pod().initState("a", States.terminated(1)), A),
        arguments(
            "a was killed for memory and shows exit code 0",
            pod().initState("a", States.terminated(0, "OOMKilled")),
            A),
        arguments(
            "a has failed, b has an old success",
            pod().initState("a", States.terminated(1)).initState("b", States.terminated(0)),
            A),
        arguments(
            "both have finished",
            pod().initState("a", States.terminated(0)).initState("b", States.terminated(0)),
            DONE),
        arguments(
            "b started in the second in which a finished",
            pod().initState("a", ran("10", "20")).initState("b", ran("20", "20")),
            DONE),
        arguments(
            "b ran before a finished: it is left over from an earlier sandbox",
            pod().initState("a", ran("30", "40")).initState("b", ran("20", "25")),
            B),
        arguments(
            "the start of b is not given",
            pod().initState("a", ran("30", "40")).initState("b", States.terminated(0)),
            DONE),
        arguments(
            "a is missing, b runs, the app is old: what runs decides",
            pod().initState("b", States.running()).appState("app", ran("20", "25")),
            B),
        arguments("the app runs, no init entry", pod().appState("app", States.running()), DONE),
        arguments(
            "the app has ended, no init entry", pod().appState("app", States.terminated(1)), DONE),
        arguments(
            "the app waits, no init entry",
            pod().appState("app", States.waiting("PodInitializing")),
            A),
        arguments(
            "entries without a state, the app runs",
            pod()
                .initState("a", States.empty())
                .initState("b", States.empty())
                .appState("app", States.running()),
            DONE),
        arguments(
            "an entry that is there decides, whatever the app shows",
            pod().initState("a", States.running()).appState("app", States.running()),
            A),
        arguments(
            "a has finished again, b is missing, the app is left over",
            pod().initState("a", ran("30", "40")).appState("app", ran("20", "25")),
            B),
        arguments(
            "a has finished, b is missing, the app ran after a",
            pod().initState("a", ran("30", "40")).appState("app", ran("50", "51")),
            DONE),
        arguments(
            "all containers restart in place",
            pod()
                .initState("a", States.terminated(0))
                .initState("b", States.terminated(0))
                .appState("app", States.running())
                .condition("AllContainersRestarting", "True", "", "2030-01-01T00:00:00Z", ""),
            A),
        arguments(
            "the restart in place is over",
            pod()
                .initState("a", States.terminated(0))
                .condition("AllContainersRestarting", "False", "", "2030-01-01T00:00:00Z", ""),
            B),
        arguments(
            "neither phase nor Initialized is read",
            pod()
                .phase("Running")
                .condition("Initialized", "True", "", "2030-01-01T00:00:00Z", "")
                .initState("a", States.running()),
            A),
        arguments(
            "a sidecar that has ended is no step",
            pod().initState("a", States.terminated(0)).initState("side", States.terminated(0)),
            B));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statuses")
  void watermark(String moment, Pods pod, int watermark) {
    PodRecord read = pod.read();

    assertThat(Progress.of(read, ReleaseMode.EACH).watermark()).isEqualTo(watermark);
    assertThat(Progress.of(read, ReleaseMode.ALL).watermark())
        .isEqualTo(watermark == DONE ? DONE : 0);
    assertThat(Progress.of(read, ReleaseMode.NEVER).watermark()).isZero();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statuses")
  void aTerminalPhaseEndsAllWhateverTheEntriesShow(String moment, Pods pod, int watermark) {
    PodRecord read = pod.phase(watermark == A ? "Failed" : "Succeeded").read();

    for (ReleaseMode mode : ReleaseMode.values()) {
      assertThat(Progress.of(read, mode)).isEqualTo(Progress.ENDED);
    }
  }

  @Test
  void whatIsSeenRunningIsNeverLeftOutOfThePeak() {
    PodRecord pod = pod().initState("b", States.running()).appState("app", States.running()).read();
    Progress done = new Progress(false, DONE, Progress.of(pod, ReleaseMode.EACH).running());

    assertThat(
            Steps.peak(
                    pod.containers(),
                    done,
                    i -> new NamespaceAmount(1, 10L << i, 0),
                    Accumulation.IN_NAMESPACE)
                .memoryMiB())
        .isEqualTo((10L << 2) + (10L << 3));
  }

  @Test
  void theNextWatermarkIsTheNextOrdinaryInitContainer() {
    PodRecord pod = pod().read();

    assertThat(Progress.START.afterWatermark(pod).watermark()).isEqualTo(B);
    assertThat(Progress.START.afterWatermark(pod).afterWatermark(pod).watermark()).isEqualTo(DONE);
    assertThat(new Progress(false, DONE, Set.of()).afterWatermark(pod).watermark()).isEqualTo(DONE);
  }

  @Test
  void stepsAreTheOrdinaryInitContainersInOrderAndThenTheSteadyState() {
    assertThat(Steps.of(pod().read().containers()))
        .containsExactly(
            new Steps.Step(A, List.of(0)),
            new Steps.Step(B, List.of(1, 2)),
            new Steps.Step(Steps.STEADY, List.of(1, 3)));
  }
}
