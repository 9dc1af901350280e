package io.tidemark.app.check;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import io.tidemark.app.report.FindingCode;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Where what HAMi records of a pod is not what the pod can still need, device by device. */
final class UsageFindings {
  private static final Comparator<DeviceId> BY_NAME =
      Comparator.comparing(DeviceId::family).thenComparing(DeviceId::uuid);

  private static final String NODE_FIELD = "metadata.annotations[hami.io/vgpu-node]";

  private final ClusterSnapshot snapshot;
  private final Findings findings;

  UsageFindings(ClusterSnapshot snapshot, Findings findings) {
    this.snapshot = snapshot;
    this.findings = findings;
  }

  void of(PodRecord pod, HamiRecord recorded) {
    if (pod.status().terminal()) {
      return;
    }
    if (pod.nodeName() == null) {
      waiting(pod, recorded);
      return;
    }
    PodCharge charge = snapshot.charge(pod.uid());
    boolean unknown = charge != null && charge.basis() != PodCharge.Basis.ALLOCATED;
    if (unknown || recorded.unreadable()) {
      // The allocation itself is what is to be told of, and that is another finding.
      return;
    }
    Map<DeviceId, DeviceAmount> exact = charge == null ? Map.of() : charge.footprint().devices();
    boolean elsewhere =
        !recorded.node().isEmpty()
            && !recorded.node().equals(pod.nodeName())
            && !recorded.devices().isEmpty();
    if (elsewhere) {
      findings.add(
          FindingCode.USAGE_ON_OTHER_NODE,
          object(pod),
          NODE_FIELD,
          "HAMi charges node " + recorded.node() + ", where the pod does not run",
          "charged on " + pod.nodeName() + ", where it runs",
          "let it end before new pods are placed on " + pod.nodeName() + ", or switch over");
      return;
    }
    devices(pod, recorded, exact);
  }

  private void devices(PodRecord pod, HamiRecord recorded, Map<DeviceId, DeviceAmount> exact) {
    Set<DeviceId> devices = new TreeSet<>(BY_NAME);
    devices.addAll(recorded.devices().keySet());
    devices.addAll(exact.keySet());
    for (DeviceId device : devices) {
      DeviceAmount today = recorded.devices().getOrDefault(device, DeviceAmount.ZERO);
      DeviceAmount need = exact.getOrDefault(device, DeviceAmount.ZERO);
      if (today.equals(need)) {
        continue;
      }
      boolean tooLow = !need.fitsIn(today);
      findings.add(
          tooLow ? FindingCode.USAGE_TOO_LOW : FindingCode.USAGE_TOO_HIGH,
          object(pod),
          device.uuid() + " on " + pod.nodeName(),
          "HAMi counts "
              + Amounts.text(today, need)
              + (recorded.node().isEmpty() ? ": annotation hami.io/vgpu-node is missing" : ""),
          "charged " + Amounts.text(need, today),
          tooLow
              ? "until Tidemark runs, HAMi may give the difference to another pod"
              : "nothing; the difference becomes free");
    }
  }

  /** HAMi takes an allocation for a charge, with or without a node. */
  private void waiting(PodRecord pod, HamiRecord recorded) {
    if (!recorded.devices().isEmpty()) {
      findings.add(
          FindingCode.ALLOCATION_LEFT_OVER,
          object(pod),
          NODE_FIELD,
          "the pod has no node, and HAMi may count what it was once given on " + recorded.node(),
          "charged nothing until it is placed; the old annotations go with its next placement",
          "nothing");
    }
  }

  static String object(PodRecord pod) {
    return "Pod " + pod.key();
  }
}
