package io.tidemark.app.cluster;

import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.QuotaRecord;
import java.util.List;

/** What was seen of a live cluster: what the ledger needs of it, and what binding needs beside. */
public sealed interface ClusterEvent {
  /** What of it concerns the ledger. */
  ClusterChange change();

  record NodeSeen(ObservedNode node) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.NodeSeen(node.node());
    }
  }

  record NodeGone(String name) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.NodeGone(name);
    }
  }

  record PodSeen(ObservedPod pod) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.PodSeen(pod.pod());
    }
  }

  record PodGone(PodKey key, String uid) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.PodGone(uid);
    }
  }

  record QuotaSeen(QuotaRecord quota) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.QuotaSeen(quota);
    }
  }

  record QuotaGone(String namespace, String name) implements ClusterEvent {
    @Override
    public ClusterChange change() {
      return new ClusterChange.QuotaGone(namespace, name);
    }
  }

  /** All nodes there are. */
  record NodesListed(List<ObservedNode> nodes) implements ClusterEvent {
    public NodesListed {
      nodes = List.copyOf(nodes);
    }

    @Override
    public ClusterChange change() {
      return new ClusterChange.NodesListed(nodes.stream().map(ObservedNode::node).toList());
    }
  }

  /**
   * All pods there are.
   *
   * @param resourceVersion of the list
   */
  record PodsListed(List<ObservedPod> pods, long resourceVersion) implements ClusterEvent {
    public PodsListed {
      pods = List.copyOf(pods);
    }

    @Override
    public ClusterChange change() {
      return new ClusterChange.PodsListed(
          pods.stream().map(ObservedPod::pod).toList(), resourceVersion);
    }
  }

  /** All quotas there are. */
  record QuotasListed(List<QuotaRecord> quotas) implements ClusterEvent {
    public QuotasListed {
      quotas = List.copyOf(quotas);
    }

    @Override
    public ClusterChange change() {
      return new ClusterChange.QuotasListed(quotas);
    }
  }
}
