package io.tidemark.fit.explain;

import io.tidemark.api.bus.Explanation;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.bus.FitMessages.PlanReply;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.fit.FitPlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Answers why a pod is pending, per node and device, and after which coming releases it would fit.
 * Only the candidates' nodes and their pods are looked at, and where a quota is in the way the pods
 * of the namespace. The work grows with the candidates and is bounded in the releases, see {@link
 * Releases}.
 *
 * <p>Stateless; any number of threads may ask at the same time.
 */
public final class Explainer {
  private final DeviceFamilies families;
  private final ReleaseMode releaseMode;
  private final FitPlanner planner;

  /**
   * @param releaseMode how the ledger follows a pod's progress: {@code tidemark.usage.release}
   */
  public Explainer(DeviceFamilies families, ReleaseMode releaseMode) {
    this.families = families;
    this.releaseMode = releaseMode;
    this.planner = new FitPlanner(families);
  }

  public Explanation explain(Explain request) {
    PodRecord pod = request.pod();
    ClusterSnapshot snapshot = request.snapshot();
    Plan plan = new Plan(request.at(), snapshot, pod, request.policy(), request.candidates());
    PlanReply reply = planner.planAndExplain(plan);
    List<NodeRefusal> refusals = reply.refusals();
    List<String> fits = reply.plans().stream().map(found -> found.node().name()).toList();
    String quota = fits.isEmpty() ? new QuotaWords(families).of(request, refusals) : null;
    List<Explanation.Release> releases =
        fits.isEmpty()
            ? new Releases(planner, families, releaseMode, plan, refusals, quota != null).find()
            : List.of();
    return new Explanation(
        pod.key(),
        NeedWords.of(pod, largestCard(snapshot, pod, reply)),
        fits,
        nodes(snapshot, pod, refusals),
        quota,
        releases);
  }

  private static List<Explanation.Node> nodes(
      ClusterSnapshot snapshot, PodRecord pod, List<NodeRefusal> refusals) {
    List<Explanation.Node> nodes = new ArrayList<>(refusals.size());
    for (NodeRefusal refusal : refusals) {
      NodeSnapshot node = snapshot.node(refusal.node());
      nodes.add(
          new Explanation.Node(
              refusal, node == null ? List.of() : DeviceStates.of(node, pod, refusal)));
    }
    return nodes;
  }

  /** Of the candidates; where they have none, of the cluster. */
  private static long largestCard(ClusterSnapshot snapshot, PodRecord pod, PlanReply reply) {
    List<NodeSnapshot> nodes = new ArrayList<>();
    reply.plans().forEach(plan -> nodes.add(plan.node()));
    for (NodeRefusal refusal : reply.refusals()) {
      NodeSnapshot node = snapshot.node(refusal.node());
      if (node != null) {
        nodes.add(node);
      }
    }
    long largest = largestCard(nodes, pod);
    return largest > 0 ? largest : largestCard(snapshot.nodes().values(), pod);
  }

  private static long largestCard(Collection<NodeSnapshot> nodes, PodRecord pod) {
    long largest = 0;
    for (NodeSnapshot node : nodes) {
      for (String family : pod.families()) {
        NodeSnapshot.Range range = node.range(family);
        for (int place = range.from(); place < range.to(); place++) {
          largest = Math.max(largest, node.devices().get(place).memoryMiB());
        }
      }
    }
    return largest;
  }
}
