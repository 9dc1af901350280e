package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.tidemark.app.config.Causes;
import io.tidemark.app.threads.DaemonThreads;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Keeps the label that the extender's Service selects on the leader's pod and off all others. It
 * has a thread of its own, and tries again until what it wants is done: a leader without the label
 * would be reached by nobody.
 */
public final class RoleLabel implements LeadershipListener {
  /** HAMi's label (protocol, section 11). */
  public static final String LABEL = "hami.io/scheduler-role";

  public static final String LEADER = "leader";

  private static final Logger LOG = Logger.getLogger(RoleLabel.class);

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final KubernetesClient client;
  private final String namespace;
  private final String pod;
  private final String selector;
  private final Duration retryPeriod;
  private final ScheduledThreadPoolExecutor worker =
      new ScheduledThreadPoolExecutor(1, DaemonThreads.named("tidemark-role-label"));
  private volatile boolean wanted;

  /** Whether the label is known to be off; only we put it on. */
  private boolean off;

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
    worker.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
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
    synchronized (this) {
      want(false);
      worker.shutdown();
    }
    try {
      if (!worker.awaitTermination(retryPeriod.toMillis(), TimeUnit.MILLISECONDS)) {
        worker.shutdownNow();
      }
    } catch (InterruptedException e) {
      worker.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  /** Once stopped, news that come late change nothing. */
  private synchronized void want(boolean leader) {
    if (!worker.isShutdown()) {
      wanted = leader;
      worker.execute(this::reconcile);
    }
  }

  private void reconcile() {
    boolean leader = wanted;
    if (!leader && off) {
      return;
    }
    try {
      off = false;
      if (leader) {
        takeOffOthers();
      }
      set(pod, leader ? "\"" + LEADER + "\"" : "null");
      off = !leader;
      failing = false;
    } catch (KubernetesClientException e) {
      if (!failing) {
        failing = true;
        LOG.warnf("label %s on pods of %s: %s", LABEL, namespace, Causes.line(e));
      }
      tryAgain();
    }
  }

  private synchronized void tryAgain() {
    if (!worker.isShutdown()) {
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
