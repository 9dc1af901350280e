package io.tidemark.fit.explain;

import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.bus.FitMessages.Plan;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.fit.FitPlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The coming releases after which a pod fits: each one that suffices by itself; where none does,
 * the shortest chain found of several on one node.
 *
 * <p>Bounds: {@link #MAX_EVENTS} events are tried by themselves, in the order of {@link
 * ComingEvent#SOONEST_FIRST}, and the search ends with {@link #MAX_RELEASES} that suffice. Chains
 * are built on the first {@link #MAX_CHAIN_NODES} candidates on which anything is to come, from at
 * most {@link #MAX_CHAIN_EVENTS} events each.
 */
final class Releases {
  static final int MAX_EVENTS = 2_000;
  static final int MAX_RELEASES = 10;
  static final int MAX_CHAIN_NODES = 32;
  static final int MAX_CHAIN_EVENTS = 100;

  private final FitPlanner planner;
  private final ReleaseMode mode;
  private final Plan request;
  private final boolean quotaBlocks;
  private final Gains gains;
  private final ClusterSnapshot now;
  private final PodRecord pod;

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
    List<Release> single = singleEvents();
    return single.isEmpty() ? shortestChain() : single;
  }

  private List<Release> singleEvents() {
    List<ComingEvent> events = new ArrayList<>();
    for (PodCharge charge : charges(open.keySet())) {
      events.addAll(ComingEvent.of(charge, mode));
    }
    events.sort(ComingEvent.SOONEST_FIRST);
    List<Release> found = new ArrayList<>();
    Set<String> settled = new HashSet<>();
    int tried = 0;
    for (ComingEvent event : events) {
      if (tried == MAX_EVENTS || found.size() == MAX_RELEASES) {
        break;
      }
      String uid = event.charge().pod().uid();
      if (settled.contains(uid)) {
        continue;
      }
      tried++;
      ClusterSnapshot after = Aftermath.of(now, event);
      List<String> words = gains(now, after, event);
      if (!words.isEmpty()) {
        Optional<NodePlan> plan = planner.firstPlan(on(after, nodesToTry(event)));
        if (plan.isPresent()) {
          settled.add(uid);
          found.add(new Release(event.text(), words, plan.get().node().name(), true));
        }
      }
    }
    return found;
  }

  /** The pods on those nodes, and where a quota blocks those of the namespace. */
  private Collection<PodCharge> charges(Set<String> nodes) {
    Map<String, PodCharge> byUid = new LinkedHashMap<>();
    for (String name : nodes) {
      NodeSnapshot node = now.node(name);
      if (node != null) {
        node.charges().forEach(charge -> byUid.put(charge.pod().uid(), charge));
      }
    }
    if (quotaBlocks) {
      for (PodCharge charge : now.charges().values()) {
        if (charge.pod().key().namespace().equals(pod.key().namespace())) {
          byUid.putIfAbsent(charge.pod().uid(), charge);
        }
      }
    }
    return byUid.values();
  }

  private List<String> nodesToTry(ComingEvent event) {
    List<String> names = new ArrayList<>();
    if (open.containsKey(event.charge().node())) {
      names.add(event.charge().node());
    }
    onlyQuota.stream().limit(MAX_CHAIN_NODES).forEach(names::add);
    return names;
  }

  private List<String> gains(ClusterSnapshot before, ClusterSnapshot after, ComingEvent event) {
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

  private List<Release> shortestChain() {
    List<Release> shortest = List.of();
    int looked = 0;
    for (String node : open.keySet()) {
      List<ComingEvent> pool = pool(node);
      if (pool.isEmpty()) {
        continue;
      }
      if (looked++ == MAX_CHAIN_NODES) {
        break;
      }
      List<ComingEvent> chain = chain(node, pool);
      if (chain != null && (shortest.isEmpty() || chain.size() < shortest.size())) {
        shortest = releases(node, chain);
      }
    }
    return shortest;
  }

  /**
   * Events of the pool that together let the node take the pod, each of them needed; null where
   * even all of them do not.
   */
  private @Nullable List<ComingEvent> chain(String node, List<ComingEvent> pool) {
    List<ComingEvent> chain = new ArrayList<>();
    ClusterSnapshot after = now;
    boolean fits = false;
    for (ComingEvent event : pool) {
      ClusterSnapshot next = Aftermath.of(after, event);
      if (gains(after, next, event).isEmpty()) {
        continue;
      }
      after = next;
      chain.add(event);
      fits = fits(after, node);
      if (fits) {
        break;
      }
    }
    if (!fits) {
      return null;
    }
    for (int i = chain.size() - 2; i >= 0; i--) {
      List<ComingEvent> without = new ArrayList<>(chain);
      without.remove(i);
      if (fits(afterAll(without), node)) {
        chain = without;
      }
    }
    return chain;
  }

  private List<ComingEvent> pool(String node) {
    List<ComingEvent> pool = new ArrayList<>();
    for (PodCharge charge : charges(Set.of(node))) {
      pool.addAll(ComingEvent.of(charge, mode));
    }
    pool.sort(ComingEvent.SOONEST_FIRST);
    return pool.subList(0, Math.min(pool.size(), MAX_CHAIN_EVENTS));
  }

  private List<Release> releases(String node, List<ComingEvent> chain) {
    List<Release> releases = new ArrayList<>();
    ClusterSnapshot before = now;
    for (ComingEvent event : chain) {
      ClusterSnapshot after = Aftermath.of(before, event);
      boolean last = releases.size() == chain.size() - 1;
      releases.add(new Release(event.text(), gains(before, after, event), node, last));
      before = after;
    }
    return releases;
  }

  private ClusterSnapshot afterAll(List<ComingEvent> events) {
    ClusterSnapshot after = now;
    for (ComingEvent event : events) {
      after = Aftermath.of(after, event);
    }
    return after;
  }

  private boolean fits(ClusterSnapshot after, String node) {
    return planner.firstPlan(on(after, List.of(node))).isPresent();
  }

  private Plan on(ClusterSnapshot snapshot, List<String> nodes) {
    return new Plan(request.at(), snapshot, pod, request.policy(), nodes);
  }
}
