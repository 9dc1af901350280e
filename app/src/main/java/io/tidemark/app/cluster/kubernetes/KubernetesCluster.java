package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.kube.UnreadableObjectException;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The cluster of an API server. Every write is sent once. */
public final class KubernetesCluster implements ClusterGateway {
  private static final int NOT_FOUND = 404;

  private final ApiServer server;
  private final ServerVersion version;
  private final ObjectReader reader;
  private final PodEvents events;

  KubernetesCluster(ApiServer server, ObjectReader reader, PodEvents events) {
    this.server = server;
    this.version = new ServerVersion(server);
    this.reader = reader;
    this.events = events;
  }

  @Override
  public ClusterId id() {
    return ClusterId.LIVE;
  }

  @Override
  public BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels) {
    long resourceVersion = pod.resourceVersion();
    if (!labels.isEmpty() && !version.labelsTravel()) {
      ObjectNode metadata = identity(pod, resourceVersion);
      labels.forEach(metadata.withObject("/labels")::put);
      WriteOutcome labelled = patchPod(pod.key(), metadata);
      if (!(labelled instanceof WriteOutcome.Written written)) {
        return withoutLabels(pod, labelled);
      }
      resourceVersion = written.resourceVersion();
    }
    ObjectNode metadata = identity(pod, resourceVersion);
    metadata.put("namespace", pod.key().namespace()).put("name", pod.key().name());
    annotations.forEach(metadata.withObject("/annotations")::put);
    labels.forEach(metadata.withObject("/labels")::put);
    ObjectNode binding = Json.object().put("apiVersion", "v1").put("kind", "Binding");
    binding.set("metadata", metadata);
    binding.putObject("target").put("apiVersion", "v1").put("kind", "Node").put("name", node);
    return BindReply.outcome(server.post(ApiPaths.binding(pod.key()), binding));
  }

  /** No Binding was sent, so whatever became of the labels, the pod is not bound. */
  private static BindOutcome withoutLabels(PodRecord pod, WriteOutcome labelled) {
    if (labelled instanceof WriteOutcome.Conflict) {
      return new BindOutcome.Outdated("pod " + pod.key() + " is newer, or another one by now");
    }
    if (labelled instanceof WriteOutcome.Failed failed) {
      return new BindOutcome.Refused("cannot label pod " + pod.key() + ": " + failed.reason());
    }
    return new BindOutcome.Refused("pod " + pod.key() + " not found");
  }

  @Override
  public Lookup<ObservedPod> pod(PodKey key) {
    return ApiPaths.isKey(key)
        ? read(server.get(ApiPaths.pod(key)), reader::observedPod)
        : new Lookup.Absent<>();
  }

  @Override
  public Lookup<ObservedNode> node(String name) {
    return ApiPaths.isName(name)
        ? read(server.get(ApiPaths.node(name)), reader::observedNode)
        : new Lookup.Absent<>();
  }

  private static <T> Lookup<T> read(Reply reply, Function<JsonNode, Reading<T>> read) {
    if (!(reply instanceof Reply.Answer answer)) {
      return new Lookup.Failed<>(reply.reason());
    }
    if (answer.status() == NOT_FOUND) {
      return new Lookup.Absent<>();
    }
    if (!answer.isSuccess()) {
      return new Lookup.Failed<>(answer.line());
    }
    try {
      return new Lookup.Found<>(read.apply(answer.json()).value());
    } catch (UnreadableObjectException e) {
      return new Lookup.Failed<>(e.problem().toString());
    }
  }

  @Override
  public WriteOutcome annotateNode(
      String name, long resourceVersion, Map<String, @Nullable String> annotations) {
    if (resourceVersion == PodRecord.UNKNOWN_VERSION) {
      return new WriteOutcome.Failed("the resourceVersion of node " + name + " is not known");
    }
    ObjectNode metadata = Json.object().put("resourceVersion", Long.toString(resourceVersion));
    annotations.forEach(metadata.withObject("/annotations")::put);
    return WriteReply.outcome(server.mergePatch(ApiPaths.node(name), patch(metadata)));
  }

  @Override
  public WriteOutcome annotatePod(PodRecord pod, Map<String, @Nullable String> annotations) {
    ObjectNode metadata = identity(pod, PodRecord.UNKNOWN_VERSION);
    annotations.forEach(metadata.withObject("/annotations")::put);
    return patchPod(pod.key(), metadata);
  }

  private WriteOutcome patchPod(PodKey key, ObjectNode metadata) {
    return WriteReply.outcome(server.mergePatch(ApiPaths.pod(key), patch(metadata)));
  }

  private static ObjectNode patch(ObjectNode metadata) {
    ObjectNode patch = Json.object();
    patch.set("metadata", metadata);
    return patch;
  }

  /** In a write both are conditions; a version that is not known is none. */
  private static ObjectNode identity(PodRecord pod, long resourceVersion) {
    ObjectNode metadata = Json.object().put("uid", pod.uid());
    if (resourceVersion != PodRecord.UNKNOWN_VERSION) {
      metadata.put("resourceVersion", Long.toString(resourceVersion));
    }
    return metadata;
  }

  @Override
  public void tell(PodRecord pod, PodEvent event) {
    events.tell(pod, event);
  }
}
