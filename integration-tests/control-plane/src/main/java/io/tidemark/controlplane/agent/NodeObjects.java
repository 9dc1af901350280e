package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.NodeStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntBiFunction;

/** The Node objects of fake nodes, as kubelet and device plugin leave them. */
final class NodeObjects {
  private NodeObjects() {}

  static Node of(FakeNode node, String now) {
    Map<String, String> labels = new TreeMap<>(node.labels());
    labels.put("kubernetes.io/hostname", node.name());
    return new NodeBuilder()
        .withNewMetadata()
        .withName(node.name())
        .withLabels(labels)
        .withAnnotations(registers(node))
        .endMetadata()
        .withStatus(status(node, now))
        .build();
  }

  /** The register annotations, by key. */
  static Map<String, String> registers(FakeNode node) {
    Map<String, String> annotations = new LinkedHashMap<>();
    node.cards()
        .forEach((family, cards) -> annotations.put(family.register(), family.registerText(cards)));
    return annotations;
  }

  static NodeStatus status(FakeNode node, String now) {
    return new NodeStatusBuilder()
        .withCapacity(resources(node, FakeNode::capacity))
        .withAllocatable(resources(node, FakeNode::allocatable))
        .addToConditions(
            new NodeConditionBuilder()
                .withType("Ready")
                .withStatus("True")
                .withReason("KubeletReady")
                .withMessage("a fake node of the test agent")
                .withLastHeartbeatTime(now)
                .withLastTransitionTime(now)
                .build())
        .build();
  }

  private static Map<String, Quantity> resources(
      FakeNode node, ToIntBiFunction<FakeNode, PluginFamily> count) {
    Map<String, Quantity> resources = new LinkedHashMap<>();
    resources.put("cpu", new Quantity(node.cpu()));
    resources.put("memory", new Quantity(node.memory()));
    resources.put("pods", new Quantity(Integer.toString(node.pods())));
    for (PluginFamily family : node.cards().keySet()) {
      int slots = count.applyAsInt(node, family);
      resources.put(family.countResource(), new Quantity(Integer.toString(slots)));
    }
    return resources;
  }
}
