package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static io.tidemark.controlplane.tidemark.Workload.plain;
import static io.tidemark.controlplane.tidemark.Workload.sidecar;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The node lock as device plugins use it, with every kind of lock that may be found on a node. */
@ControlPlaneTest(dedicated = true)
class LocksKT extends InstalledTidemark {
  private static final String LOCK = "hami.io/mutex.lock";
  private static final Duration OLD = Duration.ofMinutes(6);

  @Override
  Map<String, String> settings() {
    return Map.of(
        "TIDEMARK_FILTER_BIND_PATIENCE", "1s",
        "TIDEMARK_FILTER_OWNERLESS_LOCK_LIFE", "4s");
  }

  @BeforeEach
  void addNode() {
    agent.add(FakeNode.withCards("n1", 1, 24576));
  }

  @Test
  void podsWhoseOnlyGpuIsInAnInitContainerOrASidecarTakeTheirTurns() {
    agent.holdAdmission("n1");
    Pod first = workload.create("first", List.of(gpu("i", 1, 1024)), plain("app"));
    awaitLock(first);
    Pod second = workload.create("second", List.of(sidecar(gpu("s", 1, 1024))), plain("app"));
    awaitBindingFailed(second);
    assertThat(workload.read(second).getSpec().getNodeName()).isNull();
    assertThat(lock()).endsWith(owner(first));

    agent.releaseAdmission("n1");
    workload.awaitServed(first);
    workload.awaitServed(second);
  }

  @Test
  void aLockWhoseOwnerStillAwaitsItsDevicesIsRespectedHoweverOldItIs() {
    agent.holdAdmission("n1");
    Pod old = workload.create("old", List.of(), gpu("train", 1, 1024));
    awaitLock(old);
    setLock(at(OLD.negated()) + owner(old));
    Pod pod = workload.create("new", List.of(), gpu("train", 1, 1024));
    awaitBindingFailed(pod);
    assertThat(lock()).endsWith(owner(old));

    agent.releaseAdmission("n1");
    workload.awaitServed(old);
    workload.awaitServed(pod);
  }

  @Test
  void aLockWhoseOwnerRunsIsTakenOver() {
    Pod old = workload.create("old", List.of(), gpu("train", 1, 1024));
    agent.awaitRunning(old, "train");
    setLock(at(Duration.ofSeconds(-10)) + owner(old));
    workload.awaitServed(workload.create("new", List.of(), gpu("train", 1, 1024)));
  }

  @Test
  void aLockWhoseOwnerHasFailedIsTakenOver() {
    Pod old = workload.create("old", List.of(), gpu("train", 1, 1024));
    agent.awaitRunning(old, "train");
    agent.finish(old, "train", 1);
    setLock(at(Duration.ofSeconds(-10)) + owner(old));
    workload.awaitServed(workload.create("new", List.of(), gpu("train", 1, 1024)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-PT6M", "-PT10S", "PT1H"})
  void aLockWhoseOwnerIsGoneIsTakenOverWhateverItsAge(String age) {
    setLock(at(Duration.parse(age)) + ",team-a,old");
    workload.awaitServed(workload.create("new", List.of(), gpu("train", 1, 1024)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"garbage", "a,b,c,d", ","})
  void aLockThatNobodyCanReadClosesNoNode(String text) {
    setLock(text);
    workload.awaitServed(workload.create("new", List.of(), gpu("train", 1, 1024)));
  }

  @Test
  void aLockWithoutOwnerIsRespectedForItsTimeAndNotLonger() {
    setLock(at(Duration.ZERO));
    Pod pod = workload.create("new", List.of(), gpu("train", 1, 1024));
    awaitBindingFailed(pod);
    workload.awaitServed(pod);
  }

  private void awaitLock(Pod pod) {
    Waiting.until(
        "the lock of " + owner(pod), Workload.PATIENCE, () -> lock().endsWith(owner(pod)));
  }

  private void awaitBindingFailed(Pod pod) {
    Waiting.until(
        "an event BindingFailed of " + Workload.name(pod) + "; " + tidemark.process().tail(),
        Workload.PATIENCE,
        () -> !workload.events(pod, "BindingFailed").isEmpty());
  }

  private String lock() {
    Node node = installation.devicePlugin().nodes().withName("n1").get();
    Map<String, String> annotations = node.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(LOCK, "");
  }

  private void setLock(String text) {
    installation
        .devicePlugin()
        .nodes()
        .withName("n1")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(LOCK, text));
  }

  private static String owner(Pod pod) {
    return "," + pod.getMetadata().getNamespace() + "," + pod.getMetadata().getName();
  }

  private static String at(Duration fromNow) {
    return Instant.now().plus(fromNow).truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
