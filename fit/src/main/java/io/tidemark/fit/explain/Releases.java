package io.tidemark.fit.explain;

import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.fit.FitPlanner;
import io.tidemark.fit.NodeFit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The coming releases after which a pod fits: each one that suffices by itself; where none does,
 * the shortest chain found of several for one node.
 *
 * <p>Bounds: of the init containers that finish and of the pods that end, {@link #MAX_EVENTS} each
 * are tried by themselves in the order of {@link ComingEvent#SOONEST_FIRST}, until {@link
 * #MAX_RELEASES} suffice. Chains are made for the first {@link Chains#MAX_NODES} candidates on
 * which anything is to come.
 */
final class Releases {
  static final int MAX_EVENTS = 1_000;
  static final int MAX_RELEASES = 10;

  /** How many nodes are looked at when an event makes room in a quota. */
  private static final int MAX_QUOTA_NODES = 16;

  private final FitPlanner planner;
  private final ReleaseMode mode;
  private final Plan request;
  private final boolean quotaBlocks;
  private final Gains gains;
  private final ClusterSnapshot now;
  private final PodRecord pod;
  private @Nullable NamespaceSnapshot namespace;
  private @Nullable NodeFit fit;

  /** The refusals of nodes on which a release could help, by node, in the candidates' order. */
  private final Map<String, NodeRefusal> open = new LinkedHashMap<>();

  /** Nodes whose devices would take the pod, so that only a quota keeps it out. */
  private final List<String> onlyQuota = new ArrayList<>();

  Releases(
      FitPlanner planner,
      DeviceFamilies families,
      ReleaseMode mode,
      Plan request,
      List<NodeRefusal> refusals,
      boolean quotaBlocks) {
    this.planner = planner;
    this.mode = mode;
    this.request = request;
    this.quotaBlocks = quotaBlocks;
    this.gains = new Gains(families, request.pod());
    this.now = request.snapshot();
    this.pod = request.pod();
    for (NodeRefusal refusal : refusals) {
      if (!refusal.unresolvable() && now.node(refusal.node()) != null) {
        open.put(refusal.node(), refusal);
        if (refusal.code() == RefusalCode.QUOTA_NOT_FIT) {
          onlyQuota.add(refusal.node());
        }
      }
    }
  }

  List<Release> find() {
    List<ComingEvent> events = new ArrayList<>();
    for (String node : open.keySet()) {
      events.addAll(onNode(node));
    }
    events.addAll(inNamespace(open.keySet()));
    events.sort(ComingEvent.SOONEST_FIRST);
    List<Release> single = sufficient(events);
    return single.isEmpty() ? new Chains(this, open.keySet()).shortest() : single;
  }

  private List<Release> sufficient(List<ComingEvent> events) {
    List<Release> found = new ArrayList<>();
    Set<String> settled = new HashSet<>();
    int inits = 0;
    int ends = 0;
    for (ComingEvent event : events) {
      if (found.size() == MAX_RELEASES || ends == MAX_EVENTS) {
        break;
      }
      String uid = event.charge().pod().uid();
      if (settled.contains(uid) || (!event.podEnds() && inits == MAX_EVENTS)) {
        continue;
      }
      ClusterSnapshot after = Aftermath.of(now, event);
      if (after == now) {
        continue;
      }
      if (event.podEnds()) {
        ends++;
      } else {
        inits++;
      }
      String node = firstFit(after, nodesToTry(event));
      if (node != null) {
        settled.add(uid);
        found.add(new Release(event.text(), gains(now, after, event), node, true));
      }
    }
    return found;
  }

  private List<String> nodesToTry(ComingEvent event) {
    List<String> names = new ArrayList<>();
    if (open.containsKey(event.charge().node())) {
      names.add(event.charge().node());
    }
    if (event.charge().pod().key().namespace().equals(pod.key().namespace())) {
      onlyQuota.stream().limit(MAX_QUOTA_NODES).forEach(names::add);
    }
    return names;
  }

  private @Nullable String firstFit(ClusterSnapshot after, List<String> nodes) {
    for (String node : nodes) {
      if (fits(after, node)) {
        return node;
      }
    }
    return null;
  }

  /** The snapshot that everything starts from. */
  ClusterSnapshot now() {
    return now;
  }

  /** Whether the node can take the pod in that snapshot. */
  boolean fits(ClusterSnapshot snapshot, String name) {
    NamespaceSnapshot quotas = snapshot.namespace(pod.key().namespace());
    NodeFit current = fit;
    if (current == null || !quotas.equals(namespace)) {
      current = planner.nodeFit(request.at(), pod, request.policy(), quotas);
      fit = current;
      namespace = quotas;
    }
    NodeSnapshot node = snapshot.node(name);
    return node != null && current.plan(node) != null;
  }

  /** What is to come on a node. */
  List<ComingEvent> onNode(String name) {
    List<ComingEvent> events = new ArrayList<>();
    NodeSnapshot node = now.node(name);
    if (node != null) {
      for (PodCharge charge : node.charges()) {
        events.addAll(ComingEvent.of(charge, mode));
      }
    }
    return events;
  }

  /** What is to come in the pod's namespace on other nodes, where a quota is in the way. */
  List<ComingEvent> inNamespace(Set<String> otherThan) {
    List<ComingEvent> events = new ArrayList<>();
    if (quotaBlocks) {
      for (PodCharge charge : now.charges().values()) {
        if (charge.pod().key().namespace().equals(pod.key().namespace())
            && !otherThan.contains(charge.node())) {
          events.addAll(ComingEvent.of(charge, mode));
        }
      }
    }
    return events;
  }

  /** The room that an event makes between two snapshots, in words. */
  List<String> gains(ClusterSnapshot before, ClusterSnapshot after, ComingEvent event) {
    List<String> words = new ArrayList<>();
    String name = event.charge().node();
    NodeRefusal refusal = open.get(name);
    NodeSnapshot nodeBefore = before.node(name);
    NodeSnapshot nodeAfter = after.node(name);
    if (refusal != null && nodeBefore != null && nodeAfter != null) {
      words.addAll(gains.onDevices(nodeBefore, nodeAfter));
      if (refusal.code() == RefusalCode.KUBELET_DEVICES_EXHAUSTED
          || refusal.code() == RefusalCode.NODE_CLOSED) {
        words.addAll(gains.onNode(nodeBefore, nodeAfter));
      }
    }
    if (quotaBlocks) {
      words.addAll(gains.inQuotas(before, after));
    }
    return words;
  }
}
