package io.tidemark.app.cluster.kubernetes;

import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObservedPod;
import java.util.stream.Collectors;

/** Events as short texts. */
final class Shown {
  private Shown() {}

  static String text(ClusterEvent event) {
    if (event instanceof ClusterEvent.PodsListed listed) {
      return listed.pods().stream()
              .map(pod -> text(pod) + " ")
              .collect(Collectors.joining("", "pods ", ""))
          + "at "
          + listed.resourceVersion();
    }
    if (event instanceof ClusterEvent.NodesListed listed) {
      return "nodes " + listed.nodes().stream().map(n -> n.node().name()).toList();
    }
    if (event instanceof ClusterEvent.QuotasListed listed) {
      return "quotas " + listed.quotas().stream().map(q -> q.namespace() + "/" + q.name()).toList();
    }
    if (event instanceof ClusterEvent.PodSeen seen) {
      return "pod " + text(seen.pod());
    }
    if (event instanceof ClusterEvent.PodGone gone) {
      return "pod gone " + gone.key() + "=" + gone.uid();
    }
    if (event instanceof ClusterEvent.NodeSeen seen) {
      return "node " + seen.node().node().name();
    }
    if (event instanceof ClusterEvent.NodeGone gone) {
      return "node gone " + gone.name();
    }
    if (event instanceof ClusterEvent.QuotaSeen seen) {
      return "quota " + seen.quota().namespace() + "/" + seen.quota().name();
    }
    ClusterEvent.QuotaGone gone = (ClusterEvent.QuotaGone) event;
    return "quota gone " + gone.namespace() + "/" + gone.name();
  }

  private static String text(ObservedPod pod) {
    return pod.pod().key() + "=" + pod.pod().uid();
  }
}
