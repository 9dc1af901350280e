package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.model.PodKey;
import io.tidemark.app.cluster.embedded.ObjectKey;
import io.tidemark.app.simulation.kubelet.UnknownContainerException;
import io.tidemark.app.simulation.kubelet.VirtualKubelet;
import io.tidemark.app.simulation.scenario.Step;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Does the steps of a Scenario that act; what they mean is fixed by docs/scenarios.md. */
final class StepRunner {
  /** The statuses that a pod shows one after another. */
  private interface Kubelet {
    List<ObjectNode> statuses(ObjectNode pod) throws UnknownContainerException;
  }

  private final SimulatedCluster cluster;
  private final Map<PodKey, JsonNode> documents;

  /**
   * @param documents the Pod documents that steps may submit
   */
  StepRunner(SimulatedCluster cluster, Map<PodKey, JsonNode> documents) {
    this.cluster = cluster;
    this.documents = documents;
  }

  void run(Step step) {
    if (step instanceof Step.Create create) {
      create.as().forEach(key -> cluster.create(key, document(create.document()), true));
    } else if (step instanceof Step.Retry retry) {
      cluster.retry(retry.pod());
    } else if (step instanceof Step.Filter filter) {
      enter(filter.pod());
      cluster.filter(filter.pod());
    } else if (step instanceof Step.Bind bind) {
      enter(bind.pod());
      cluster.bind(bind.pod());
    } else if (step instanceof Step.Apply apply) {
      cluster.apply(apply.object().json());
    } else if (step instanceof Step.Remove remove) {
      cluster.remove(ObjectKey.of(remove.kind(), remove.namespace(), remove.name()));
    } else if (step instanceof Step.Redeliver redeliver) {
      cluster.redeliver(redeliver.pod());
    } else if (step instanceof Step.Restart) {
      cluster.restart();
    } else if (step instanceof Step.Advance advance) {
      cluster.advance(advance.by());
    } else {
      kubelet(step);
    }
  }

  private void kubelet(Step step) {
    if (step instanceof Step.Start start) {
      bound(
          start.pod(), pod -> List.of(VirtualKubelet.start(pod, start.container(), cluster.now())));
    } else if (step instanceof Step.Finish finish) {
      bound(
          finish.pod(),
          pod ->
              List.of(
                  VirtualKubelet.finish(
                      pod, finish.container(), finish.exitCode(), cluster.now())));
    } else if (step instanceof Step.Sandbox sandbox) {
      bound(sandbox.pod(), pod -> VirtualKubelet.sandbox(pod, cluster.now()));
    } else if (step instanceof Step.Succeed succeed) {
      present(succeed.pod(), pod -> List.of(VirtualKubelet.succeed(pod, cluster.now())));
    } else if (step instanceof Step.Fail fail) {
      present(fail.pod(), pod -> List.of(VirtualKubelet.fail(pod, cluster.now())));
    } else if (step instanceof Step.Status status) {
      present(status.pod(), pod -> List.of(status.status().<ObjectNode>deepCopy()));
    } else {
      throw new IllegalArgumentException("no step that acts: " + step);
    }
  }

  /** Containers only run on a node. */
  private void bound(PodKey key, Kubelet kubelet) {
    ObjectNode pod = cluster.present(key);
    if (pod != null && pod.path("spec").path("nodeName").asText("").isEmpty()) {
      cluster.recorder().failed("pod " + key + " is on no node, so none of its containers runs");
      return;
    }
    present(key, kubelet);
  }

  private void present(PodKey key, Kubelet kubelet) {
    ObjectNode pod = cluster.present(key);
    if (pod == null) {
      cluster.recorder().failed("pod " + key + " is not in the cluster");
      return;
    }
    try {
      for (ObjectNode status : kubelet.statuses(pod)) {
        cluster.status(key, Objects.requireNonNull(cluster.present(key)), status);
      }
    } catch (UnknownContainerException e) {
      cluster.recorder().failed("pod " + key + ": " + e.getMessage());
    }
  }

  /** A Pod document that has not entered yet is admitted first. */
  private void enter(PodKey key) {
    if (cluster.present(key) == null && documents.containsKey(key)) {
      cluster.create(key, document(key), false);
    }
  }

  private JsonNode document(PodKey key) {
    return Objects.requireNonNull(documents.get(key), () -> "no Pod document " + key);
  }
}
