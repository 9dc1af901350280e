package io.tidemark.faults;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
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
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Certificates are replaced while they are used, and no call fails. */
@ControlPlaneTest(dedicated = true)
class CertificateRotationKT {
  private static final int ROTATIONS = 4;

  /** So many calls of each kind lie between two rotations. */
  private static final int BETWEEN = 10;

  private static Installation installation;
  private static Replica tidemark;

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    installation = Installation.on(controlPlane);
    tidemark = installation.startOne(Map.of("TIDEMARK_TLS_RELOAD_PERIOD", "200ms"));
  }

  @AfterAll
  static void end() throws Exception {
    installation.close();
  }

  @Test
  void noCallFailsWhileTheLeafIsReplaced(ControlPlane controlPlane, TestNamespace namespace) {
    try (NodeAgent agent = installation.agent()) {
      rotateUnderLoad(controlPlane, namespace, agent);
      assertThat(agent.violations()).isEmpty();
    }
  }

  private static void rotateUnderLoad(
      ControlPlane controlPlane, TestNamespace namespace, NodeAgent agent) {
    agent.add(FakeNode.withCards("n1", 1, 24576));
    Workload workload = new Workload(namespace, tidemark);
    Pod pod = workload.create("waiting", List.of(), gpu("train", 2, 1024));
    workload.awaitUnschedulable(pod);
    byte[] authority =
        Base64.getDecoder().decode(secret(controlPlane.client()).getData().get("ca.crt"));

    try (Load load = new Load()) {
      TlsCaller caller = new TlsCaller(tidemark.url(), authority);
      load.repeat("/filter", () -> caller.post("/filter", Questions.filter(pod, List.of("n1"))));
      load.repeat("/webhook", () -> caller.post("/webhook", Questions.review(pod)));
      load.repeat("/validate", () -> caller.post("/validate", Questions.review(pod)));
      load.repeat("the API server", () -> dryRun(namespace));
      for (int i = 0; i < ROTATIONS; i++) {
        load.awaitCalls(BETWEEN);
        rotate(controlPlane.client());
      }
      load.awaitCalls(BETWEEN);
      load.end();
      assertThat(load.failures()).isEmpty();
      assertThat(caller.leaves()).hasSize(ROTATIONS + 1);
    }
    Pod next = workload.create("next", List.of(), gpu("train", 1, 1024));
    workload.awaitServed(next);
  }

  /** Takes the leaf away, and waits until there is another. */
  private static void rotate(KubernetesClient client) {
    Secret before = secret(client);
    String leaf = before.getData().get("tls.crt");
    client
        .resource(
            new SecretBuilder(before).addToData("tls.crt", "").addToData("tls.key", "").build())
        .update();
    Waiting.until(
        "another leaf",
        Duration.ofSeconds(20),
        () -> {
          String present = secret(client).getData().getOrDefault("tls.crt", "");
          return !present.isEmpty() && !present.equals(leaf);
        });
  }

  private static void dryRun(TestNamespace namespace) {
    namespace
        .client()
        .pods()
        .inNamespace(namespace.name())
        .resource(Workload.pod("never", List.of(), gpu("train", 1, 1024)).build())
        .dryRun()
        .create();
  }

  private static Secret secret(KubernetesClient client) {
    return client
        .secrets()
        .inNamespace(Installation.NAMESPACE)
        .withName(Installation.TLS_SECRET)
        .get();
  }
}
