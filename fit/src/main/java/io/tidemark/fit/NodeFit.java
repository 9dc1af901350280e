package io.tidemark.fit;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.NodeRules;
import io.tidemark.api.placement.PlacementPolicy;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Places one pod on one node after another. For one request and one thread. */
public final class NodeFit {
  private final PodAsk ask;
  private final Instant at;
  private final List<FamilyFit> families = new ArrayList<>();
  private final int picks;

  NodeFit(PodAsk ask, PlacementPolicy policy, Instant at, SearchBudget budget) {
    this.ask = ask;
    this.at = at;
    this.picks = ask.picks();
    for (FamilyAsk family : ask.families()) {
      families.add(
          OneCardFit.handles(family) && !policy.prefersLinkedDevices()
              ? new OneCardFit(family, policy)
              : SearchingFit.of(family, policy, budget));
    }
  }

  /** The best plan for the node; null where there is none. */
  public @Nullable NodePlan plan(NodeSnapshot node) {
    if (ask.shortfall() != null || !NodeRules.accepts(node, ask.pod(), ask.kubeletCounts(), at)) {
      return null;
    }
    for (int i = 0; i < families.size(); i++) {
      if (!families.get(i).fit(node)) {
        return null;
      }
    }
    int[] places = new int[picks];
    int offset = 0;
    long memory = 0;
    long cores = 0;
    long slots = 0;
    for (int i = 0; i < families.size(); i++) {
      FamilyFit family = families.get(i);
      family.copyPicks(places, offset);
      offset += ask.families().get(i).picks;
      memory = Math.addExact(memory, family.mergedMemory());
      cores = Math.addExact(cores, family.mergedCores());
      slots = Math.addExact(slots, family.mergedSlots());
    }
    DeviceAmount merged = new DeviceAmount(Math.toIntExact(slots), memory, Math.toIntExact(cores));
    return new PlacedPlan(ask, node, merged, places);
  }
}
