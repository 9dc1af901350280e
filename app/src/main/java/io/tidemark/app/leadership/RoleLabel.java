package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;

/**
 * Keeps the label that the extender's Service selects on the leader's pod and off all others. It
 * has a thread of its own, and tries again until what it wants is done: a leader without the label
 * would be reached by nobody.
 */
final class RoleLabel implements LeadershipListener {
  /** HAMi's label (protocol, section 11). */
  static final String LABEL = "hami.io/scheduler-role";

  static final String LEADER = "leader";

  private static final Logger LOG = Logger.getLogger(RoleLabel.class);

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final String namespace;
  private final String pod;
  private final String selector;
  private final Duration retryPeriod;
  private final ScheduledExecutorService worker =
      Executors.newSingleThreadScheduledExecutor(Leadership.daemon("tidemark-role-label"));
  private volatile boolean wanted;
  private boolean failing;

  /**
   * @param pod our own
   * @param selector which pods are replicas
   */
  RoleLabel(
      KubernetesClient client,
      String namespace,
      String pod,
      String selector,
      Duration retryPeriod) {
    this.client = client;
    this.namespace = namespace;
    this.pod = pod;
    this.selector = selector;
    this.retryPeriod = retryPeriod;
  }

  /** A process that has just started does not lead, whatever its pod's label says. */
  void start() {
    want(false);
  }

  @Override
  public void onLeading(long term) {
    want(true);
  }

  @Override
  public void onFollowing() {
    want(false);
  }

  /** Takes the label off, waiting no longer than one retry period. */
  void stop() {
    Future<?> last = want(false);
    try {
      last.get(retryPeriod.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warnf("pod %s/%s may keep the label %s", namespace, pod, LABEL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    worker.shutdownNow();
  }

  private Future<?> want(boolean leader) {
    wanted = leader;
    return worker.submit(this::reconcile);
  }

  private void reconcile() {
    boolean leader = wanted;
    try {
      if (leader) {
        takeOffOthers();
      }
      set(pod, leader ? "\"" + LEADER + "\"" : "null");
      failing = false;
    } catch (KubernetesClientException e) {
      if (!failing) {
        failing = true;
        LOG.warnf("label %s on pods of %s: %s", LABEL, namespace, e.getMessage());
      }
      worker.schedule(this::reconcile, retryPeriod.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void takeOffOthers() {
    for (Pod replica :
        client
            .pods()
            .inNamespace(namespace)
            .withLabelSelector(selector + "," + LABEL + "=" + LEADER)
            .list()
            .getItems()) {
      String name = replica.getMetadata().getName();
      if (!name.equals(pod)) {
        set(name, "null");
      }
    }
  }

  private void set(String name, String value) {
    try {
      client
          .pods()
          .inNamespace(namespace)
          .withName(name)
          .patch(MERGE, "{\"metadata\":{\"labels\":{\"" + LABEL + "\":" + value + "}}}");
    } catch (KubernetesClientException e) {
      if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND || name.equals(pod)) {
        throw e;
      }
    }
  }
}
