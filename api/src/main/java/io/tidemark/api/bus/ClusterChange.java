package io.tidemark.api.bus;

import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaRecord;
import java.util.List;

/** What was seen of a cluster. */
public sealed interface ClusterChange {
  record NodeSeen(NodeRecord node) implements ClusterChange {}

  record NodeGone(String name) implements ClusterChange {}

  record PodSeen(PodRecord pod) implements ClusterChange {}

  /** Deleted for good; keyed by UID, whatever the event's object shows. */
  record PodGone(String uid) implements ClusterChange {}

  record QuotaSeen(QuotaRecord quota) implements ClusterChange {}

  record QuotaGone(String namespace, String name) implements ClusterChange {}

  /** All nodes there are; one that is not in the list is gone. */
  record NodesListed(List<NodeRecord> nodes) implements ClusterChange {
    public NodesListed {
      nodes = List.copyOf(nodes);
    }
  }

  /**
   * All pods there are; one that is not in the list is gone.
   *
   * @param resourceVersion of the list; {@link PodRecord#UNKNOWN_VERSION} where unknown
   */
  record PodsListed(List<PodRecord> pods, long resourceVersion) implements ClusterChange {
    public PodsListed {
      pods = List.copyOf(pods);
    }
  }

  /** All quotas there are; one that is not in the list is gone. */
  record QuotasListed(List<QuotaRecord> quotas) implements ClusterChange {
    public QuotasListed {
      quotas = List.copyOf(quotas);
    }
  }
}
