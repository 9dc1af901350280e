package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.ContainerState;
import io.tidemark.api.model.PodStatus;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Of a pod with init container i, sidecar s and app container a. */
class StatusReaderTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Pods pod() {
    return aPod("p").init(gpu("i", 1)).sidecar(gpu("s", 1)).app(gpu("a", 1));
  }

  private static ContainerState.Terminated ended(int exitCode, String reason) {
    return new ContainerState.Terminated(exitCode, reason, null, null);
  }

  static Stream<Arguments> states() {
    return Stream.of(
        arguments("{\"running\":{\"startedAt\":\"2030-01-01T00:00:00Z\"}}", ContainerState.RUNNING),
        arguments("{\"running\":{}}", ContainerState.RUNNING),
        arguments("{\"waiting\":{\"reason\":\"CrashLoopBackOff\"}}", ContainerState.WAITING),
        arguments("{\"waiting\":{}}", ContainerState.WAITING),
        arguments("{}", ContainerState.ABSENT),
        arguments("null", ContainerState.ABSENT),
        arguments("{\"running\":null}", ContainerState.ABSENT),
        arguments("{\"suspended\":{}}", ContainerState.ABSENT),
        arguments("{\"terminated\":{\"exitCode\":0}}", ended(0, "")),
        arguments("{\"terminated\":{}}", ended(0, "")),
        arguments("{\"terminated\":{\"exitCode\":\"0\"}}", ended(-1, "")),
        arguments("{\"terminated\":{\"exitCode\":1.5}}", ended(-1, "")),
        arguments(
            "{\"terminated\":{\"exitCode\":137,\"reason\":\"OOMKilled\"}}",
            ended(137, "OOMKilled")),
        arguments(
            "{\"terminated\":{\"exitCode\":0,\"startedAt\":\"2030-01-01T00:00:00Z\",\"finishedAt\":"
                + "\"2030-01-01T01:00:05+01:00\"}}",
            new ContainerState.Terminated(
                0,
                "",
                Instant.parse("2030-01-01T00:00:00Z"),
                Instant.parse("2030-01-01T00:00:05Z"))),
        arguments(
            "{\"terminated\":{\"exitCode\":0,\"startedAt\":null,\"finishedAt\":\"soon\"}}",
            ended(0, "")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("states")
  void readsTheStateAndNeverTheLastState(String state, ContainerState read) throws Exception {
    ObjectNode pod = pod().json();
    pod.set(
        "status",
        JSON.readTree(
            "{\"initContainerStatuses\":[{\"name\":\"i\",\"state\":"
                + state
                + ",\"lastState\":{\"terminated\":{\"exitCode\":0}}}]}"));

    assertThat(new PodReader(Families.BUNDLED).read(pod).value().status().states())
        .containsExactly(read, ContainerState.ABSENT, ContainerState.ABSENT);
  }

  @Test
  void entriesAreMatchedByNameWhateverTheirOrderAndNumber() {
    PodStatus status =
        pod()
            .initState("unknown", States.terminated(0))
            .initState("s", States.running())
            .appState("a", States.waiting("ContainerCreating"))
            .read()
            .status();

    assertThat(status.states())
        .containsExactly(ContainerState.ABSENT, ContainerState.RUNNING, ContainerState.WAITING);
  }

  @Test
  void anEntryCountsOnlyInTheListOfItsKind() {
    PodStatus status =
        pod().initState("a", States.running()).appState("i", States.terminated(0)).read().status();

    assertThat(status.states()).containsOnly(ContainerState.ABSENT);
  }

  static Stream<Arguments> contradictions() {
    return Stream.of(
        arguments(States.running(), States.terminated(0), ContainerState.RUNNING),
        arguments(States.running(), States.waiting("x"), ContainerState.RUNNING),
        arguments(States.terminated(1), States.terminated(0), ended(1, "Error")),
        arguments(States.waiting("x"), States.terminated(0), ContainerState.WAITING));
  }

  @ParameterizedTest
  @MethodSource("contradictions")
  void ofTwoEntriesOfOneNameTheOneThatFreesLessCounts(
      States careful, States other, ContainerState read) {
    assertThat(pod().initState("i", careful).initState("i", other).read().status().states())
        .startsWith(read);
    assertThat(pod().initState("i", other).initState("i", careful).read().status().states())
        .startsWith(read);
  }

  @ParameterizedTest
  @CsvSource({
    "AllContainersRestarting, True, true",
    "AllContainersRestarting, False, false",
    "AllContainersRestarting, Unknown, false",
    "ContainersReady, True, false"
  })
  void aRestartInPlaceIsReadFromItsCondition(String type, String value, boolean restarting) {
    assertThat(
            pod()
                .condition(type, value, "", "2030-01-01T00:00:00Z", "")
                .read()
                .status()
                .allContainersRestarting())
        .isEqualTo(restarting);
  }

  @Test
  void anUnschedulableConditionIsKnownByItsTimeAndMessage() {
    assertThat(unschedulable("False", "Unschedulable", "2030-01-01T00:00:00Z", "0/3 nodes"))
        .isEqualTo("2030-01-01T00:00:00Z 0/3 nodes")
        .isNotEqualTo(unschedulable("False", "Unschedulable", "2030-01-01T00:00:01Z", "0/3 nodes"))
        .isNotEqualTo(unschedulable("False", "Unschedulable", "2030-01-01T00:00:00Z", "1/3 nodes"));
    assertThat(unschedulable("True", "", "2030-01-01T00:00:00Z", "")).isNull();
    assertThat(unschedulable("False", "SchedulingGated", "2030-01-01T00:00:00Z", "")).isNull();
    assertThat(pod().read().status().unschedulable()).isNull();
  }

  private static @Nullable String unschedulable(
      String value, String reason, String time, String message) {
    return pod()
        .condition("PodScheduled", value, reason, time, message)
        .read()
        .status()
        .unschedulable();
  }

  @ParameterizedTest
  @CsvSource({"Pending,false", "Running,false", "Unknown,false", "Succeeded,true", "Failed,true"})
  void onlySucceededAndFailedAreTerminal(String phase, boolean terminal) {
    assertThat(pod().phase(phase).read().status().terminal()).isEqualTo(terminal);
    assertThat(pod().read().status().terminal()).isFalse();
  }

  @Test
  void anEntryForSeveralContainersOfOneNameSaysNothingOfAny() {
    PodStatus status =
        aPod("p")
            .init(gpu("same", 1))
            .init(gpu("same", 1))
            .initState("same", States.terminated(0))
            .read()
            .status();
    assertThat(status.states()).containsOnly(ContainerState.WAITING);
  }
}
