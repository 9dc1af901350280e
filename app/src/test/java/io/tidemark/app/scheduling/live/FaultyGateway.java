package io.tidemark.app.scheduling.live;

import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.cluster.ClusterGateway;
import io.tidemark.app.cluster.ObservedNode;
import io.tidemark.app.cluster.ObservedPod;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A gateway whose next calls go wrong as a test says, before or after they reach the cluster. */
final class FaultyGateway implements ClusterGateway {
  private static final Supplier<BindOutcome> LOST =
      () -> new BindOutcome.Unknown("no answer within 5 s");

  private final ClusterGateway cluster;
  private final Deque<Supplier<BindOutcome>> binds = new ArrayDeque<>();
  private final Deque<Supplier<WriteOutcome>> nodeWrites = new ArrayDeque<>();
  private final Deque<Supplier<WriteOutcome>> podWrites = new ArrayDeque<>();
  private boolean unreadable;
  private Runnable beforeBind = () -> {};
  int reads;

  FaultyGateway(ClusterGateway cluster) {
    this.cluster = cluster;
  }

  /** What happens between the decision and the next Binding. */
  void beforeNextBind(Runnable happens) {
    beforeBind = happens;
  }

  void nextBind(BindOutcome outcome) {
    binds.add(() -> outcome);
  }

  /** The next Binding is written, and its answer gets lost. */
  void loseNextBindAnswer() {
    binds.add(LOST);
  }

  void nextNodeWrite(WriteOutcome outcome) {
    nodeWrites.add(() -> outcome);
  }

  void nextPodWrite(WriteOutcome outcome) {
    podWrites.add(() -> outcome);
  }

  void setUnreadable(boolean unreadable) {
    this.unreadable = unreadable;
  }

  @Override
  public ClusterId id() {
    return cluster.id();
  }

  @Override
  public BindOutcome bind(
      PodRecord pod, String node, Map<String, String> annotations, Map<String, String> labels) {
    Runnable happens = beforeBind;
    beforeBind = () -> {};
    happens.run();
    Supplier<BindOutcome> scripted = binds.poll();
    if (scripted == LOST) {
      cluster.bind(pod, node, annotations, labels);
    }
    return scripted == null ? cluster.bind(pod, node, annotations, labels) : scripted.get();
  }

  @Override
  public Lookup<ObservedPod> pod(PodKey key) {
    reads++;
    return unreadable ? new Lookup.Failed<>("connection refused") : cluster.pod(key);
  }

  @Override
  public Lookup<ObservedNode> node(String name) {
    reads++;
    return unreadable ? new Lookup.Failed<>("connection refused") : cluster.node(name);
  }

  @Override
  public WriteOutcome annotateNode(
      String name, long resourceVersion, Map<String, @Nullable String> annotations) {
    Supplier<WriteOutcome> scripted = nodeWrites.poll();
    return scripted == null
        ? cluster.annotateNode(name, resourceVersion, annotations)
        : scripted.get();
  }

  @Override
  public WriteOutcome annotatePod(PodRecord pod, Map<String, @Nullable String> annotations) {
    Supplier<WriteOutcome> scripted = podWrites.poll();
    return scripted == null ? cluster.annotatePod(pod, annotations) : scripted.get();
  }

  @Override
  public void tell(PodRecord pod, PodEvent event) {
    cluster.tell(pod, event);
  }
}
