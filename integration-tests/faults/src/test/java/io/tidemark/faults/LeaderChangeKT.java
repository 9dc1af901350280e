package io.tidemark.faults;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Workload;
import io.tidemark.faults.gate.ApiCall;
import io.tidemark.faults.gate.Fault;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another replica leads in the middle of binds: no share is given twice, and no pod is lost. */
@ControlPlaneTest(dedicated = true)
class LeaderChangeKT {
  private static final int PODS = 200;
  private static final int MIDDLE = 60;

  private static Installation installation;
  private static Replicas replicas;

  private KubernetesClient client;
  private NodeAgent agent;
  private TestNamespace namespace;

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    installation = Installation.on(controlPlane);
    Map<String, String> settings = new TreeMap<>(Times.SHORT_LEASE);
    // A call that is held must not be given up before another leads.
    settings.put("TIDEMARK_CLUSTER_REQUEST_TIMEOUT", "20s");
    replicas = Replicas.start(controlPlane, installation, settings);
  }

  @AfterAll
  static void end() throws Exception {
    replicas.close();
    installation.close();
  }

  @BeforeEach
  void open(TestNamespace opened) {
    namespace = opened;
    client = opened.client();
    agent = installation.agent();
    replicas.mend();
  }

  @AfterEach
  void nothingIsLeftOver() {
    replicas.mend();
    assertThat(agent.violations()).isEmpty();
    client.pods().inNamespace(namespace.name()).withGracePeriod(0).delete();
    replicas.members().forEach(member -> Ledgers.awaitNothingUsed(member.replica()));
    Ledgers.awaitNoLock(client);
    agent.close();
  }

  @Test
  void theLeaderIsKilledInTheMiddleOf200Binds() {
    agent.addAll(Burst.nodes());
    Replicas.Member leader = replicas.leader();
    Burst burst = new Burst(workloadAt(replicas.beside(leader)), PODS);
    burst.create();
    burst.awaitBound(MIDDLE);
    leader.replica().process().kill();
    assertThat(burst.bound()).isLessThan(PODS);

    burst.awaitAllRunning();
    leader.replica().start();
    Ledgers.awaitEqual(leader.replica(), replicas.beside(leader).replica());
  }

  @Test
  void theLeaderStandsStillInTheMiddleOf200BindsAndComesBack() {
    agent.addAll(Burst.nodes());
    Replicas.Member leader = replicas.leader();
    Replicas.Member other = replicas.beside(leader);
    Burst burst = new Burst(workloadAt(other), PODS);
    burst.create();
    burst.awaitBound(MIDDLE);
    leader.replica().process().pause();
    try {
      assertThat(burst.bound()).isLessThan(PODS);
      replicas.awaitLeading(other);
    } finally {
      leader.replica().process().resume();
    }

    burst.awaitAllRunning();
    Ledgers.awaitEqual(leader.replica(), other.replica());
  }

  @Test
  void aBindingThatTheLeaderBeforeHasUnderWayBindsNothingAfterItsRoomWasGivenAway(
      ControlPlane controlPlane) {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Replicas.Member deposed = replicas.leader();
    Replicas.Member leader = replicas.beside(deposed);
    controlPlane.scheduler().stop();
    try {
      Pod first = waitingPod("first");
      Fault late = deposed.gate().holdCalls(ApiCall.bindingOf("first"));
      CompletableFuture<HttpResponse<String>> bindOfFirst = filterAndBind(deposed, first);
      late.awaitMet();
      endTerm(deposed, leader);

      Pod second = waitingPod("second");
      HttpResponse<String> bound = filterAndBind(leader, second).join();
      assertThat(Questions.error(bound)).isEmpty();
      late.letGo();
      assertThat(bindOfFirst.join().body()).contains("does not lead");
      assertThat(workloadAt(leader).read(first).getSpec().getNodeName()).isNull();
      workloadAt(leader).awaitServed(second);
      workloadAt(leader).awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
      workloadAt(deposed).awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
    } finally {
      controlPlane.scheduler().start();
    }
  }

  @Test
  void aBindingThatTheLeaderBeforeGaveUpIsNotUndoneUnderTheNewLeader(ControlPlane controlPlane) {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Replicas.Member deposed = replicas.leader();
    Replicas.Member leader = replicas.beside(deposed);
    controlPlane.scheduler().stop();
    try {
      Pod pod = waitingPod("train");
      Fault lost = deposed.gate().holdCalls(ApiCall.bindingOf("train"));
      CompletableFuture<HttpResponse<String>> bindOfDeposed = filterAndBind(deposed, pod);
      lost.awaitMet();
      endTerm(deposed, leader);

      Fault underWay = leader.gate().holdCalls(ApiCall.bindingOf("train"));
      CompletableFuture<HttpResponse<String>> bind = filterAndBind(leader, pod);
      underWay.awaitMet();
      lost.hangUp();
      assertThat(bindOfDeposed.join().statusCode()).isIn(200, 503);
      // Whatever the one before does about a Binding that it knows nothing of, it has done by now.
      awaitSilence(Duration.ofSeconds(2));
      assertThat(Ledgers.locks(client)).containsKey("n1");
      underWay.letGo();
      assertThat(Questions.error(bind.join())).isEmpty();
      workloadAt(leader).awaitServed(pod);
      workloadAt(deposed).awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
    } finally {
      controlPlane.scheduler().start();
    }
  }

  @Test
  void whatALeaderReservedEndsWithItsTerm(ControlPlane controlPlane) {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Replicas.Member deposed = replicas.leader();
    Replicas.Member leader = replicas.beside(deposed);
    controlPlane.scheduler().stop();
    try {
      Pod pod = waitingPod("train");
      assertThat(filter(deposed, pod)).containsExactly("n1");
      workloadAt(deposed).awaitUsed("n1", Map.of("GPU-n1-0", "1/20480"));
      endTerm(deposed, leader);

      Ledgers.awaitEqual(leader.replica(), deposed.replica());
    } finally {
      controlPlane.scheduler().start();
    }
  }

  /** The leader's renewals no longer arrive, and the other one takes over. */
  private static void endTerm(Replicas.Member leading, Replicas.Member next) {
    leading.gate().holdCalls(ApiCall.leaseWrites());
    replicas.awaitLeading(next);
  }

  private Workload workloadAt(Replicas.Member member) {
    return new Workload(namespace, member.replica());
  }

  private Pod waitingPod(String name) {
    Pod pod = workloadAt(replicas.leader()).create(name, List.of(), gpu("train", 1, 20480));
    replicas
        .members()
        .forEach(
            member ->
                Waiting.until(
                    member.pod() + " to know " + name,
                    Workload.PATIENCE,
                    () ->
                        member
                                .replica()
                                .get("/api/explain/" + namespace.name() + "/" + name)
                                .statusCode()
                            == 200));
    return pod;
  }

  private static List<String> filter(Replicas.Member member, Pod pod) {
    return Questions.nodes(member.replica().post("/filter", Questions.filter(pod, List.of("n1"))));
  }

  private static CompletableFuture<HttpResponse<String>> filterAndBind(
      Replicas.Member member, Pod pod) {
    assertThat(filter(member, pod)).containsExactly("n1");
    return CompletableFuture.supplyAsync(
        () -> member.replica().post("/bind", Questions.bind(pod, "n1")));
  }

  private static void awaitSilence(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
