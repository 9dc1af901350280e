package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.app.cluster.ClusterEvent;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What is particular about a kind of objects.
 *
 * @param kind as in messages
 * @param resource as in paths
 * @param byUid whether a new object of the same name is another one; otherwise the name says it all
 * @param listed from all objects and the version of the list
 * @param gone from the name and the uid
 */
record WatchedKind<R>(
    String kind,
    String resource,
    Function<JsonNode, Reading<R>> read,
    boolean byUid,
    BiFunction<List<R>, Long, ClusterEvent> listed,
    Function<R, ClusterEvent> seen,
    BiFunction<ObjectName, String, ClusterEvent> gone) {

  /** What the object is known by beside its name; empty where that is nothing. */
  String uid(JsonNode object) {
    return byUid ? object.path("metadata").path("uid").asText("") : "";
  }

  static WatchedKind<ObservedNode> nodes(ObjectReader reader) {
    return new WatchedKind<>(
        "Node",
        "nodes",
        reader::observedNode,
        false,
        (nodes, version) -> new ClusterEvent.NodesListed(nodes),
        ClusterEvent.NodeSeen::new,
        (name, uid) -> new ClusterEvent.NodeGone(name.name()));
  }

  static WatchedKind<QuotaRecord> quotas(ObjectReader reader) {
    return new WatchedKind<>(
        "ResourceQuota",
        "resourcequotas",
        reader::quota,
        false,
        (quotas, version) -> new ClusterEvent.QuotasListed(quotas),
        ClusterEvent.QuotaSeen::new,
        (name, uid) -> new ClusterEvent.QuotaGone(name.namespace(), name.name()));
  }

  static WatchedKind<ObservedPod> pods(ObjectReader reader) {
    return new WatchedKind<>(
        "Pod",
        "pods",
        reader::observedPod,
        true,
        ClusterEvent.PodsListed::new,
        ClusterEvent.PodSeen::new,
        (name, uid) -> new ClusterEvent.PodGone(new PodKey(name.namespace(), name.name()), uid));
  }
}
