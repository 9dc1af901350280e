package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.PodResource;
import java.net.HttpURLConnection;

/** What a kubelet writes to the API server about its pods. */
final class PodWriter {
  private static final int UNPROCESSABLE = 422;

  private final KubernetesClient client;

  PodWriter(KubernetesClient client) {
    this.client = client;
  }

  /** How a write ended. */
  enum Outcome {
    DONE,
    /** The pod is gone, or another one has its name. */
    GONE,
    /** The API server did not answer, or not with a decision. */
    AGAIN
  }

  /** Writes a status. */
  Outcome status(Pod pod, PodStatus status) {
    return outcome(
        pod,
        () ->
            resource(pod)
                .subresource("status")
                .patch(Patches.STRATEGIC, Patches.status(pod.getMetadata().getUid(), status)));
  }

  /** Deletes a pod that has ended. */
  Outcome delete(Pod pod) {
    return outcome(
        pod,
        () -> {
          if (isThere(pod)) {
            resource(pod).withGracePeriod(0).delete();
          }
        });
  }

  private PodResource resource(Pod pod) {
    return client
        .pods()
        .inNamespace(pod.getMetadata().getNamespace())
        .withName(pod.getMetadata().getName());
  }

  private boolean isThere(Pod pod) {
    Pod present = resource(pod).get();
    return present != null && present.getMetadata().getUid().equals(pod.getMetadata().getUid());
  }

  private Outcome afterConflict(Pod pod) {
    try {
      return isThere(pod) ? Outcome.AGAIN : Outcome.GONE;
    } catch (KubernetesClientException e) {
      return Outcome.AGAIN;
    }
  }

  private Outcome outcome(Pod pod, Runnable write) {
    try {
      write.run();
      return Outcome.DONE;
    } catch (KubernetesClientException e) {
      return switch (e.getCode()) {
        case HttpURLConnection.HTTP_NOT_FOUND -> Outcome.GONE;
        // Another pod has the name, or too many write to this one at the same time.
        case HttpURLConnection.HTTP_CONFLICT -> afterConflict(pod);
        // The agent wrote what no kubelet may: a fault of the agent, not of the cluster.
        case UNPROCESSABLE -> throw e;
        default -> Outcome.AGAIN;
      };
    }
  }
}
