package io.tidemark.app.simulation.kubelet;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.model.PodRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VirtualKubeletTest {
  private static final Instant T0 = Instant.parse("2030-01-01T00:00:00Z");
  private static final Instant T1 = T0.plusSeconds(60);
  private static final Instant T2 = T0.plusSeconds(120);

  /** Containers 0 to 4: init a, sidecar s, init b, then apps x and y. */
  private static ObjectNode pod() {
    return aPod("team-a/train")
        .init(gpu("a", 100))
        .sidecar(gpu("s", 10))
        .init(gpu("b", 200))
        .app(gpu("x", 50))
        .app(gpu("y", 50))
        .boundTo("n1")
        .json();
  }

  @Test
  void shouldStartTheFirstInitContainerWithAllOthersWaiting() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "a", T0));

    assertThat(states(pod))
        .containsExactly("a running", "s waiting", "b waiting", "x waiting", "y waiting");
    assertThat(phase(pod)).isEqualTo("Pending");
    assertThat(condition(pod, "PodScheduled")).isEqualTo("True");
    assertThat(condition(pod, "Initialized")).isEqualTo("False");
    assertThat(progress(pod)).isEqualTo(new Progress(false, 0, Set.of(0)));
    assertThat(entry(pod, "a").at("/state/running/startedAt").asText())
        .isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void shouldFinishEarlierInitContainersAndRunEarlierSidecarsBeforeALaterOneStarts()
      throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "b", T0));

    assertThat(states(pod))
        .containsExactly("a exit 0", "s running", "b running", "x waiting", "y waiting");
    assertThat(phase(pod)).isEqualTo("Pending");
    assertThat(progress(pod)).isEqualTo(new Progress(false, 2, Set.of(1, 2)));
  }

  @Test
  void shouldFinishAllInitContainersBeforeAnAppContainerStarts() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));

    assertThat(states(pod))
        .containsExactly("a exit 0", "s running", "b exit 0", "x running", "y waiting");
    assertThat(phase(pod)).isEqualTo("Running");
    assertThat(condition(pod, "Initialized")).isEqualTo("True");
    assertThat(condition(pod, "Ready")).isEqualTo("False");
    assertThat(progress(pod)).isEqualTo(new Progress(false, 3, Set.of(1, 3)));
  }

  @Test
  void shouldBeReadyOnceAllAppContainersAndSidecarsRun() throws Exception {
    ObjectNode one = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode both = with(one, VirtualKubelet.start(one, "y", T1));

    assertThat(condition(both, "Ready")).isEqualTo("True");
    assertThat(condition(both, "ContainersReady")).isEqualTo("True");
    assertThat(transition(both, "Initialized")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(transition(both, "Ready")).isEqualTo("2030-01-01T00:01:00Z");
  }

  @Test
  void shouldKeepTheStartOfAContainerThatRunsUntilItIsFinished() throws Exception {
    ObjectNode running = with(pod(), VirtualKubelet.start(pod(), "a", T0));
    ObjectNode next = with(running, VirtualKubelet.start(running, "b", T1));

    JsonNode ended = entry(next, "a").at("/state/terminated");
    assertThat(ended.path("startedAt").asText()).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(ended.path("finishedAt").asText()).isEqualTo("2030-01-01T00:01:00Z");
    assertThat(ended.path("reason").asText()).isEqualTo("Completed");
  }

  @Test
  void shouldChangeNothingWhereTheContainerRunsAlready() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));

    assertThat(VirtualKubelet.start(pod, "x", T1)).isEqualTo(pod.get("status"));
  }

  @Test
  void shouldCountARestart() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode ended = with(pod, VirtualKubelet.finish(pod, "x", 1, T1));
    ObjectNode again = with(ended, VirtualKubelet.start(ended, "x", T2));

    assertThat(entry(again, "x").path("restartCount").asInt()).isEqualTo(1);
    assertThat(entry(again, "x").at("/lastState/terminated/exitCode").asInt()).isEqualTo(1);
    assertThat(entry(again, "s").path("restartCount").asInt()).isZero();
  }

  @Test
  void shouldMakeAFailedInitContainerRunAgainBeforeALaterOneStarts() throws Exception {
    ObjectNode failed = with(pod(), VirtualKubelet.finish(pod(), "a", 1, T0));
    ObjectNode next = with(failed, VirtualKubelet.start(failed, "b", T1));

    assertThat(progress(failed).watermark()).isZero();
    assertThat(states(next)).startsWith("a exit 0", "s running", "b running");
    assertThat(entry(next, "a").path("restartCount").asInt()).isEqualTo(1);
  }

  @Test
  void shouldChangeNothingButTheContainerThatFinishes() throws Exception {
    ObjectNode before = with(pod(), VirtualKubelet.start(pod(), "b", T0));
    ObjectNode after = with(before, VirtualKubelet.finish(before, "b", 0, T1));

    assertThat(states(after))
        .containsExactly("a exit 0", "s running", "b exit 0", "x waiting", "y waiting");
    assertThat(phase(after)).isEqualTo("Pending");
    assertThat(after.at("/status/conditions")).isEqualTo(before.at("/status/conditions"));
    assertThat(entry(after, "a")).isEqualTo(entry(before, "a"));
    assertThat(progress(after)).isEqualTo(new Progress(false, 3, Set.of(1)));
  }

  @Test
  void shouldFinishAContainerOfAPodWithoutAnyStatus() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.finish(pod(), "a", 0, T0));

    assertThat(states(pod)).containsExactly("a exit 0");
    assertThat(pod.get("status").has("phase")).isFalse();
    assertThat(progress(pod).watermark()).isEqualTo(2);
  }

  @Test
  void shouldHoldEverythingFromAFailedInitContainerOn() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "b", T0));
    ObjectNode failed = with(pod, VirtualKubelet.finish(pod, "b", 3, T1));

    assertThat(entry(failed, "b").at("/state/terminated/reason").asText()).isEqualTo("Error");
    assertThat(progress(failed).watermark()).isEqualTo(2);
  }

  @Test
  void shouldEndAllContainersWithTheirPod() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode ended = with(pod, VirtualKubelet.succeed(pod, T1));

    assertThat(states(ended))
        .containsExactly("a exit 0", "s exit 0", "b exit 0", "x exit 0", "y exit 0");
    assertThat(phase(ended)).isEqualTo("Succeeded");
    assertThat(condition(ended, "Ready")).isEqualTo("False");
    assertThat(condition(ended, "Initialized")).isEqualTo("True");
    assertThat(progress(ended)).isEqualTo(Progress.ENDED);
  }

  @Test
  void shouldSucceedFromPendingWithoutEverHavingBeenSeenRunning() {
    ObjectNode ended = with(pod(), VirtualKubelet.succeed(pod(), T1));

    assertThat(states(ended)).hasSize(5).allMatch(state -> state.endsWith("exit 0"));
    assertThat(phase(ended)).isEqualTo("Succeeded");
  }

  @Test
  void shouldKillWhatRunsAndLeaveTheRestAsItIsWhereThePodFails() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "b", T0));
    ObjectNode failed = with(pod, VirtualKubelet.fail(pod, T1));

    assertThat(states(failed))
        .containsExactly("a exit 0", "s exit 137", "b exit 137", "x waiting", "y waiting");
    assertThat(phase(failed)).isEqualTo("Failed");
    assertThat(condition(failed, "Initialized")).isEqualTo("False");
    assertThat(progress(failed)).isEqualTo(Progress.ENDED);
  }

  @Test
  void shouldFailAPodBeforeAnyContainerRan() {
    ObjectNode failed = with(pod(), VirtualKubelet.fail(pod(), T0));

    assertThat(states(failed)).isEmpty();
    assertThat(phase(failed)).isEqualTo("Failed");
  }

  @Test
  void shouldLeaveAPodAloneThatHasEnded() throws Exception {
    ObjectNode started = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode ended = with(started, VirtualKubelet.fail(started, T1));

    assertThat(VirtualKubelet.start(ended, "a", T2)).isEqualTo(ended.get("status"));
    assertThat(VirtualKubelet.succeed(ended, T2)).isEqualTo(ended.get("status"));
    assertThat(VirtualKubelet.fail(ended, T2)).isEqualTo(ended.get("status"));
    assertThat(VirtualKubelet.sandbox(ended, T2)).containsExactly((ObjectNode) ended.get("status"));
  }

  @Test
  void shouldShowARebuiltSandboxFromTheOldEntriesToTheFirstInitContainerRunning() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode both = with(pod, VirtualKubelet.start(pod, "y", T0));

    List<ObjectNode> shown = after(both, VirtualKubelet.sandbox(both, T1));

    assertThat(shown.stream().map(VirtualKubeletTest::states))
        .containsExactly(
            List.of("a exit 0", "s running", "b exit 0", "x running", "y running"),
            List.of("a exit 0", "s exit 137", "b exit 0", "x exit 137", "y exit 137"),
            List.of("a waiting", "s waiting", "b exit 0", "x waiting", "y waiting"),
            List.of("a running", "s waiting", "b exit 0", "x waiting", "y waiting"));
    assertThat(shown.stream().map(VirtualKubeletTest::progress))
        .containsExactly(
            new Progress(false, 3, Set.of(1, 3, 4)),
            new Progress(false, 3, Set.of()),
            new Progress(false, 0, Set.of()),
            new Progress(false, 0, Set.of(0)));
    assertThat(shown.stream().map(status -> condition(status, "PodReadyToStartContainers")))
        .containsExactly("False", "False", "True", "True");
    ObjectNode last = shown.get(3);
    assertThat(phase(last)).isEqualTo("Running");
    assertThat(entry(last, "a").path("restartCount").asInt()).isEqualTo(1);
    assertThat(entry(last, "x").at("/lastState/terminated/exitCode").asInt()).isEqualTo(137);
    assertThat(entry(last, "x").at("/state/waiting/reason").asText()).isEqualTo("PodInitializing");
  }

  @Test
  void shouldNotTakeALeftOverEntryForANewOneOnceTheFirstInitContainerHasFinished()
      throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode rebuilt = last(pod, VirtualKubelet.sandbox(pod, T1));

    ObjectNode finished = with(rebuilt, VirtualKubelet.finish(rebuilt, "a", 0, T2));
    ObjectNode next = with(finished, VirtualKubelet.start(finished, "b", T2));
    ObjectNode app = with(next, VirtualKubelet.start(next, "x", T2));

    assertThat(states(finished)).startsWith("a exit 0", "s waiting", "b exit 0");
    assertThat(progress(finished).watermark()).isEqualTo(2);
    assertThat(progress(next)).isEqualTo(new Progress(false, 2, Set.of(1, 2)));
    assertThat(entry(next, "b").path("restartCount").asInt()).isEqualTo(1);
    assertThat(progress(app)).isEqualTo(new Progress(false, 3, Set.of(1, 3)));
    assertThat(entry(app, "x").path("restartCount").asInt()).isEqualTo(1);
  }

  @Test
  void shouldMakeLaterInitContainersWaitWhereTheClockCannotTellOldEntriesFromNewOnes()
      throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode rebuilt = last(pod, VirtualKubelet.sandbox(pod, T0));
    ObjectNode finished = with(rebuilt, VirtualKubelet.finish(rebuilt, "a", 0, T0));

    assertThat(states(rebuilt))
        .containsExactly("a running", "s waiting", "b waiting", "x waiting", "y waiting");
    assertThat(progress(finished).watermark()).isEqualTo(2);
  }

  @Test
  void shouldRunTheAppContainersAgainWhereThereAreNoInitContainers() throws Exception {
    ObjectNode plain = aPod("p").app(gpu("x", 1)).json();
    ObjectNode pod = with(plain, VirtualKubelet.start(plain, "x", T0));

    List<ObjectNode> shown = after(pod, VirtualKubelet.sandbox(pod, T1));

    assertThat(shown.stream().map(VirtualKubeletTest::states))
        .containsExactly(
            List.of("x running"),
            List.of("x exit 137"),
            List.of("x waiting"),
            List.of("x running"));
    assertThat(entry(shown.get(2), "x").at("/state/waiting/reason").asText())
        .isEqualTo("ContainerCreating");
    assertThat(entry(shown.get(3), "x").path("restartCount").asInt()).isEqualTo(1);
  }

  @Test
  void shouldRunSidecarsBeforeTheAppContainersWhereTheyAreTheOnlyInitContainers() throws Exception {
    ObjectNode sidecarOnly = aPod("p").sidecar(gpu("s", 1)).app(gpu("x", 1)).json();
    ObjectNode pod = with(sidecarOnly, VirtualKubelet.start(sidecarOnly, "x", T0));

    assertThat(after(pod, VirtualKubelet.sandbox(pod, T1)).stream().map(VirtualKubeletTest::states))
        .containsExactly(
            List.of("s running", "x running"),
            List.of("s exit 137", "x exit 137"),
            List.of("s waiting", "x waiting"),
            List.of("s running", "x waiting"),
            List.of("s running", "x running"));
  }

  @Test
  void shouldRunSidecarsAheadOfTheFirstInitContainerWhenItRunsAgain() throws Exception {
    ObjectNode early = aPod("p").sidecar(gpu("s", 1)).init(gpu("a", 1)).app(gpu("x", 1)).json();
    ObjectNode pod = with(early, VirtualKubelet.start(early, "x", T0));

    assertThat(states(last(pod, VirtualKubelet.sandbox(pod, T1))))
        .containsExactly("s running", "a running", "x waiting");
  }

  @Test
  void shouldEndTheRestartOfAllContainersWhenOneStarts() throws Exception {
    ObjectNode pod =
        aPod("p")
            .init(gpu("a", 1))
            .app(gpu("x", 1))
            .initState("a", States.terminated(0))
            .condition("AllContainersRestarting", "True", "", "2030-01-01T00:00:00Z", "")
            .json();

    ObjectNode started = with(pod, VirtualKubelet.start(pod, "x", T1));

    assertThat(progress(pod).watermark()).isZero();
    assertThat(condition(started, "AllContainersRestarting")).isEqualTo("False");
    assertThat(progress(started).watermark()).isEqualTo(1);
  }

  @Test
  void shouldClearTheConditionOfAPodThatCouldNotBeScheduled() throws Exception {
    ObjectNode pod =
        aPod("p")
            .app(gpu("x", 1))
            .condition("PodScheduled", "False", "Unschedulable", "2030-01-01T00:00:00Z", "full")
            .condition("example.com/gate", "True", "", "2030-01-01T00:00:00Z", "")
            .json();

    ObjectNode started = with(pod, VirtualKubelet.start(pod, "x", T1));

    assertThat(read(started).status().unschedulable()).isNull();
    assertThat(condition(started, "PodScheduled")).isEqualTo("True");
    assertThat(condition(started, "example.com/gate")).isEqualTo("True");
  }

  @Test
  void shouldMatchEntriesByNameAndKeepSpecOrderAndUnknownFields() throws Exception {
    ObjectNode pod =
        pod(
            aPod("p").init(gpu("a", 1)).init(gpu("b", 1)).app(gpu("x", 1)),
            """
            {"hostIP": "192.0.2.1",
             "initContainerStatuses": [
               {"name": "b", "containerID": "containerd://b", "restartCount": 4,
                "state": {"waiting": {"reason": "PodInitializing"}}},
               {"name": "a", "state": {"running": {"startedAt": "2030-01-01T00:00:00+00:00"}}}]}
            """);

    ObjectNode started = with(pod, VirtualKubelet.start(pod, "b", T1));

    assertThat(states(started)).containsExactly("a exit 0", "b running", "x waiting");
    assertThat(started.at("/status/hostIP").asText()).isEqualTo("192.0.2.1");
    assertThat(entry(started, "b").path("containerID").asText()).isEqualTo("containerd://b");
    assertThat(entry(started, "b").path("restartCount").asInt()).isEqualTo(4);
  }

  @Test
  void shouldNotLetTheClockRunBackwardsBehindTheHistoryOfAPod() throws Exception {
    ObjectNode pod =
        aPod("p")
            .init(gpu("a", 1))
            .init(gpu("b", 1))
            .app(gpu("x", 1))
            .initState("a", States.ran(0, "2031-01-01T00:00:00Z", "2031-01-01T00:05:00Z"))
            .json();

    ObjectNode started = with(pod, VirtualKubelet.start(pod, "x", T0));

    assertThat(progress(started).watermark()).isEqualTo(2);
    assertThat(entry(started, "b").at("/state/terminated/startedAt").asText())
        .isEqualTo("2031-01-01T00:05:00Z");
  }

  @Test
  void shouldShowTimesInWholeSeconds() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "a", T0.plusMillis(1_999)));

    assertThat(entry(pod, "a").at("/state/running/startedAt").asText())
        .isEqualTo("2030-01-01T00:00:01Z");
  }

  @Test
  void shouldLeaveThePodItIsGivenAsItWas() throws Exception {
    ObjectNode pod = with(pod(), VirtualKubelet.start(pod(), "x", T0));
    ObjectNode before = pod.deepCopy();

    VirtualKubelet.start(pod, "a", T1);
    VirtualKubelet.finish(pod, "x", 0, T1);
    VirtualKubelet.sandbox(pod, T1);
    VirtualKubelet.succeed(pod, T1);
    VirtualKubelet.fail(pod, T1);

    assertThat(pod).isEqualTo(before);
  }

  @Test
  void shouldSayWhichContainersThereAreWhereOneIsUnknown() {
    assertThatThrownBy(() -> VirtualKubelet.start(pod(), "z", T0))
        .isInstanceOf(UnknownContainerException.class)
        .hasMessage("Pod team-a/train has no container z; it has a, s, b, x, y");
    assertThatThrownBy(() -> VirtualKubelet.finish(pod(), "z", 0, T0))
        .isInstanceOfSatisfying(
            UnknownContainerException.class, e -> assertThat(e.container()).isEqualTo("z"));
  }

  private static ObjectNode pod(Pods pod, String status) throws Exception {
    ObjectNode json = pod.json();
    json.set("status", new com.fasterxml.jackson.databind.ObjectMapper().readTree(status));
    return json;
  }

  private static ObjectNode with(ObjectNode pod, ObjectNode status) {
    ObjectNode changed = pod.deepCopy();
    changed.set("status", status);
    return changed;
  }

  private static List<ObjectNode> after(ObjectNode pod, List<ObjectNode> statuses) {
    return statuses.stream().map(status -> with(pod, status)).toList();
  }

  private static ObjectNode last(ObjectNode pod, List<ObjectNode> statuses) {
    return with(pod, statuses.get(statuses.size() - 1));
  }

  private static Progress progress(ObjectNode pod) {
    return Progress.of(read(pod), ReleaseMode.EACH);
  }

  private static PodRecord read(ObjectNode pod) {
    Reading<PodRecord> reading = new PodReader(Families.BUNDLED).read(pod);
    assertThat(reading.malformed()).isEmpty();
    return reading.value();
  }

  private static List<String> states(ObjectNode pod) {
    List<String> states = new ArrayList<>();
    for (JsonNode entry : entries(pod)) {
      String word = entry.path("state").fieldNames().next();
      states.add(
          entry.path("name").asText()
              + (word.equals("terminated")
                  ? " exit " + entry.at("/state/terminated/exitCode").asInt()
                  : " " + word));
    }
    return states;
  }

  private static JsonNode entry(ObjectNode pod, String name) {
    return entries(pod).stream()
        .filter(entry -> entry.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<JsonNode> entries(ObjectNode pod) {
    List<JsonNode> entries = new ArrayList<>();
    pod.at("/status/initContainerStatuses").forEach(entries::add);
    pod.at("/status/containerStatuses").forEach(entries::add);
    return entries;
  }

  private static String phase(ObjectNode pod) {
    return pod.at("/status/phase").asText();
  }

  private static String condition(ObjectNode pod, String type) {
    return field(pod, type, "status");
  }

  private static String transition(ObjectNode pod, String type) {
    return field(pod, type, "lastTransitionTime");
  }

  private static String field(ObjectNode pod, String type, String field) {
    for (JsonNode condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path(field).asText();
      }
    }
    return "absent";
  }
}
