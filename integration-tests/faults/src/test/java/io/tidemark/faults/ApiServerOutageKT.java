package io.tidemark.faults;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Without the API server nothing is decided for long, and with it everything goes on by itself. */
@ControlPlaneTest(dedicated = true)
class ApiServerOutageKT {
  private static final Duration TERM = Duration.ofSeconds(10);

  private static Installation installation;
  private static Replica tidemark;

  private NodeAgent agent;
  private Workload workload;

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    installation = Installation.on(controlPlane);
    tidemark = installation.startOne(Map.of("TIDEMARK_FILTER_STALENESS_LIMIT", "3s"));
  }

  @AfterAll
  static void end() throws Exception {
    installation.close();
  }

  @BeforeEach
  void open(TestNamespace namespace) {
    agent = installation.agent();
    workload = new Workload(namespace, tidemark);
    agent.add(FakeNode.withCards("n1", 2, 24576));
  }

  @AfterEach
  void nothingIsGivenTwice() {
    assertThat(agent.violations()).isEmpty();
    agent.close();
  }

  @Test
  void filterSaysWhyItDecidesNothingAndAllGoesOnWithoutARestart(ControlPlane controlPlane) {
    Pod running = workload.create("running", List.of(), gpu("train", 1, 20480));
    workload.awaitServed(running);
    Pod waiting = workload.create("waiting", List.of(), gpu("train", 3, 1024));
    workload.awaitUnschedulable(waiting);
    long process = tidemark.process().pid();
    controlPlane.apiServer().kill();
    try {
      long killed = System.nanoTime();
      assertThat(filterError(waiting)).isEmpty();
      awaitFilterError(waiting, "no word from the API server for");
      assertThat(Duration.ofNanos(System.nanoTime() - killed)).isGreaterThan(Duration.ofSeconds(2));
      assertThat(tidemark.manage("/q/health/live").statusCode()).isEqualTo(200);
      // Its term ends too, and the reason is still the same.
      Waiting.until(
          "the end of the term",
          TERM.plusSeconds(5),
          () -> tidemark.manage("/q/metrics").body().contains("\ntidemark_leader 0"));
      assertThat(filterError(waiting)).contains("no word from the API server for");
    } finally {
      controlPlane.apiServer().start();
      // Its own watches may back off for longer than a test should wait.
      controlPlane.scheduler().stop();
      controlPlane.scheduler().start();
    }

    Pod after = workload.create("after", List.of(), gpu("train", 1, 20480));
    workload.awaitServed(after);
    workload.awaitUsed("n1", Map.of("GPU-n1-0", "1/20480", "GPU-n1-1", "1/20480"));
    assertThat(tidemark.process().pid()).isEqualTo(process);
    List.of(running, waiting, after).forEach(workload::delete);
    Ledgers.awaitNothingUsed(tidemark);
    Ledgers.awaitNoLock(controlPlane.client());
  }

  @Test
  void anApiServerThatAnswersNothingEndsTheTermAndABindIsFinishedAfterIt(
      ControlPlane controlPlane) {
    agent.holdAdmission("n1");
    Pod waiting;
    controlPlane.scheduler().pause();
    try {
      waiting = workload.create("waiting", List.of(), gpu("train", 1, 20480));
      controlPlane.apiServer().pause();
      try {
        awaitFilterError(waiting, "no replica leads");
      } finally {
        controlPlane.apiServer().resume();
      }
    } finally {
      controlPlane.scheduler().resume();
    }
    agent.releaseAdmission("n1");
    workload.awaitServed(waiting);
    workload.delete(waiting);
    Ledgers.awaitNothingUsed(tidemark);
  }

  private static void awaitFilterError(Pod pod, String error) {
    Waiting.until(
        "filter to say \"" + error + "\"; it says \"" + filterError(pod) + "\"",
        TERM.plusSeconds(5),
        () -> filterError(pod).contains(error));
  }

  private static String filterError(Pod pod) {
    return Questions.error(tidemark.post("/filter", Questions.filter(pod, List.of("n1"))));
  }
}
