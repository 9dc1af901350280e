package io.tidemark.fit.explain;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.ArrayList;
import java.util.List;

/** The room that an event makes for one pod, in words: what differs between two snapshots. */
final class Gains {
  private final DeviceFamilies families;
  private final PodRecord pod;

  Gains(DeviceFamilies families, PodRecord pod) {
    this.families = families;
    this.pod = pod;
  }

  /** On the devices that the pod could use; {@code +10240 MiB on GPU-3}. */
  List<String> onDevices(NodeSnapshot before, NodeSnapshot after) {
    List<String> gains = new ArrayList<>();
    for (String family : pod.families()) {
      NodeSnapshot.Range range = before.range(family);
      for (int place = range.from(); place < range.to(); place++) {
        DeviceAmount gain = after.free(place).minus(before.free(place));
        String where = " on " + before.devices().get(place).id();
        if (gain.memoryMiB() > 0) {
          gains.add("+" + gain.memoryMiB() + " MiB" + where);
        }
        if (gain.cores() > 0) {
          gains.add("+" + gain.cores() + " % cores" + where);
        }
        if (gain.slots() > 0) {
          gains.add("+" + gain.slots() + (gain.slots() == 1 ? " slot" : " slots") + where);
        }
      }
    }
    return gains;
  }

  /** What concerns the node as a whole. */
  List<String> onNode(NodeSnapshot before, NodeSnapshot after) {
    List<String> gains = new ArrayList<>();
    for (String family : pod.families()) {
      int ids = before.kubeletCount(family) - after.kubeletCount(family);
      if (ids > 0) {
        gains.add(
            "+"
                + ids
                + " "
                + family
                + (ids == 1 ? " device id" : " device ids")
                + " of the kubelet on "
                + before.name());
      }
    }
    if (after.closedBy().size() < before.closedBy().size()) {
      gains.add(before.name() + (after.closedBy().isEmpty() ? " opens" : " has one closer less"));
    }
    return gains;
  }

  /** In the quotas that count the pod; {@code +10240 of limits.nvidia.com/gpumem in quota a/b}. */
  List<String> inQuotas(ClusterSnapshot before, ClusterSnapshot after) {
    List<String> gains = new ArrayList<>();
    String name = pod.key().namespace();
    List<QuotaSnapshot> quotasBefore = before.namespace(name).quotas();
    List<QuotaSnapshot> quotasAfter = after.namespace(name).quotas();
    for (int i = 0; i < quotasBefore.size(); i++) {
      QuotaSnapshot quota = quotasBefore.get(i);
      if (!quota.quota().selects(pod.quotaTraits())) {
        continue;
      }
      for (QuotaLimit limit : quota.quota().limits()) {
        long gain =
            quota.used(limit.family()).in(limit.dimension())
                - quotasAfter.get(i).used(limit.family()).in(limit.dimension());
        if (gain > 0 && pod.families().contains(limit.family())) {
          gains.add(
              "+"
                  + gain
                  + " of limits."
                  + QuotaRules.resource(families, limit.family(), limit.dimension())
                  + " in quota "
                  + name
                  + "/"
                  + quota.quota().name());
        }
      }
    }
    return gains;
  }
}
