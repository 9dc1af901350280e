package io.tidemark.app.simulation;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import io.tidemark.app.scheduling.Timer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A simulated cluster as others reach it, one call at a time. A pod that is bound this way finds a
 * device plugin that serves it at once and releases the node's lock, as HAMi's does.
 */
final class SharedGateway implements ClusterGateway {
  /** Long enough that whoever binds has the answer by then. */
  private static final Duration PLUGIN_DELAY = Duration.ofMillis(100);

  private final SimulatedCluster simulated;
  private final ClusterGateway cluster;
  private final Object lock;
  private final Timer timer;

  /**
   * @param lock held by whoever does anything to the cluster
   */
  SharedGateway(SimulatedCluster simulated, Object lock, Timer timer) {
    this.simulated = simulated;
    this.cluster = simulated.gateway();
    this.lock = lock;
    this.timer = timer;
  }

  @Override
  public ClusterId id() {
    return cluster.id();
  }

  @Override
  public BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels) {
    synchronized (lock) {
      BindOutcome outcome = cluster.bind(pod, node, annotations, labels);
      if (outcome instanceof BindOutcome.Bound) {
        simulated.noted(pod.key());
        timer.after(PLUGIN_DELAY, () -> serve(pod.key(), node));
      }
      return outcome;
    }
  }

  @Override
  public Lookup<ObservedPod> pod(PodKey key) {
    synchronized (lock) {
      return cluster.pod(key);
    }
  }

  @Override
  public Lookup<ObservedNode> node(String name) {
    synchronized (lock) {
      return cluster.node(name);
    }
  }

  @Override
  public WriteOutcome annotateNode(
      String name, long resourceVersion, Map<String, @Nullable String> annotations) {
    synchronized (lock) {
      return cluster.annotateNode(name, resourceVersion, annotations);
    }
  }

  @Override
  public WriteOutcome annotatePod(PodRecord pod, Map<String, @Nullable String> annotations) {
    synchronized (lock) {
      WriteOutcome outcome = cluster.annotatePod(pod, annotations);
      simulated.noted(pod.key());
      return outcome;
    }
  }

  @Override
  public void tell(PodRecord pod, PodEvent event) {
    cluster.tell(pod, event);
  }

  /** A device plugin removes the lock that names its pod, or all that name none. */
  private void serve(PodKey pod, String node) {
    synchronized (lock) {
      if (cluster.node(node) instanceof Lookup.Found<ObservedNode> present) {
        ObservedNode held = present.object();
        Map<String, @Nullable String> unlock = new HashMap<>();
        if (held.lock().endsWith("," + pod.namespace() + "," + pod.name())) {
          unlock.put(ObservedNode.LOCK_KEY, null);
        }
        held.bareLocks().keySet().forEach(key -> unlock.put(key, null));
        if (!unlock.isEmpty()) {
          var unused = cluster.annotateNode(node, held.node().resourceVersion(), unlock);
        }
      }
      simulated.redeliver(pod);
    }
  }
}
