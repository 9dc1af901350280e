package io.tidemark.controlplane.endtoend;

import static io.tidemark.controlplane.tidemark.Workload.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.FakeNode;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** kube-scheduler shows an extender part of a large cluster unless it is told to show all of it. */
@ControlPlaneTest(dedicated = true)
class ManyNodesKT {
  private static final int NODES = 1_000;

  @Test
  void theOnlyFreeCardOnTheLastOfAThousandNodesIsFound(
      ControlPlane controlPlane, TestNamespace namespace) {
    try (Installation installation = Installation.on(controlPlane);
        NodeAgent agent = installation.agent()) {
      Replica tidemark = installation.startOne();
      List<FakeNode> nodes = new ArrayList<>();
      for (int i = 1; i < NODES; i++) {
        nodes.add(FakeNode.withCards("small-%04d".formatted(i), 1, 4096));
      }
      agent.addAll(nodes);
      agent.add(FakeNode.withCards("zz-last", 1, 24576));
      Workload workload = new Workload(namespace, tidemark);

      Pod first = workload.create("first", List.of(), gpu("train", 1, 20480));
      assertThat(workload.awaitServed(first).getSpec().getNodeName()).isEqualTo("zz-last");

      Pod second = workload.create("second", List.of(), gpu("train", 1, 20480));
      workload.awaitUnschedulable(second);
      agent.finish(first, "train");
      assertThat(workload.awaitServed(second).getSpec().getNodeName()).isEqualTo("zz-last");
      assertThat(agent.violations()).isEmpty();
    }
  }
}
