package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** The Node objects and heartbeats of fake nodes, in the API server. */
final class NodeRegistry {
  private static final String LEASES = "kube-node-lease";
  private static final int LEASE_SECONDS = 40;

  private final KubernetesClient client;
  private final Clock clock;

  NodeRegistry(KubernetesClient client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /** Makes the node, ready for pods. */
  void create(FakeNode node) {
    client.resource(NodeObjects.of(node, now())).create();
    markReady(node);
  }

  /** Writes the node's cards and resources as they are now. */
  void update(FakeNode node) {
    String status = Serialization.asJson(NodeObjects.status(node, now()));
    client
        .nodes()
        .withName(node.name())
        .subresource("status")
        .patch(Patches.MERGE, "{\"status\":" + status + "}");
    markReady(node);
  }

  /** Deletes nodes; those that are gone do not matter. */
  void delete(List<String> names) {
    names.forEach(name -> client.nodes().withName(name).delete());
  }

  /** Says that the node's kubelet lives. */
  void heartbeat(String name) {
    Lease lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withName(name)
            .withNamespace(LEASES)
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(name)
            .withLeaseDurationSeconds(LEASE_SECONDS)
            .withRenewTime(ZonedDateTime.now(clock.withZone(ZoneOffset.UTC)))
            .endSpec()
            .build();
    client.resource(lease).forceConflicts().serverSideApply();
  }

  private void markReady(FakeNode node) {
    client
        .nodes()
        .withName(node.name())
        .patch(Patches.MERGE, Patches.nodeReady(NodeObjects.registers(node)));
  }

  private String now() {
    return PodStatuses.time(clock.instant());
  }
}
