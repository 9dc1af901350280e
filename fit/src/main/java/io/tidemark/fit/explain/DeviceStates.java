package io.tidemark.fit.explain;

import io.tidemark.api.bus.Explanation.DeviceState;
import io.tidemark.api.bus.Explanation.Holder;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.api.snapshot.PodCharge;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The devices of a refused node, with what blocks each one and who holds it. */
final class DeviceStates {
  private DeviceStates() {}

  /** The devices of the families that the pod asks for, in the node's order. */
  static List<DeviceState> of(NodeSnapshot node, PodRecord pod, NodeRefusal refusal) {
    Map<DeviceId, DeviceRefusal> refusals = new HashMap<>();
    refusal.devices().forEach(device -> refusals.put(device.device(), device));
    Map<DeviceId, List<Holder>> holders = holders(node);
    List<DeviceState> states = new ArrayList<>();
    for (String family : pod.families()) {
      NodeSnapshot.Range range = node.range(family);
      for (int place = range.from(); place < range.to(); place++) {
        DeviceId id = node.devices().get(place).id();
        states.add(state(node, place, refusals.get(id), holders.getOrDefault(id, List.of())));
      }
    }
    return states;
  }

  private static DeviceState state(
      NodeSnapshot node, int place, @Nullable DeviceRefusal refusal, List<Holder> holders) {
    Device device = node.devices().get(place);
    return new DeviceState(
        device.id(),
        device.capacity(),
        node.free(place),
        refusal == null ? DeviceAmount.ZERO : refusal.need(),
        refusal == null ? null : refusal.code(),
        holders);
  }

  private static Map<DeviceId, List<Holder>> holders(NodeSnapshot node) {
    Map<DeviceId, List<Holder>> holders = new HashMap<>();
    for (PodCharge charge : node.charges()) {
      charge
          .footprint()
          .devices()
          .forEach(
              (id, held) ->
                  holders
                      .computeIfAbsent(id, device -> new ArrayList<>())
                      .add(new Holder(charge.pod().key(), held)));
    }
    return holders;
  }
}
