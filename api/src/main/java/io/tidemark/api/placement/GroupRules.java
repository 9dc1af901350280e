package io.tidemark.api.placement;

import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.Grouping;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which devices a family lets go together. Cards are told apart by the index that they register,
 * never by their place in a list: a busy card in the middle moves no other one into its group.
 */
public final class GroupRules {
  private GroupRules() {}

  /**
   * Whether a container may hold exactly these devices.
   *
   * @param registered all devices of the family on the node
   */
  public static boolean allows(DeviceFamily family, List<Device> devices, List<Device> registered) {
    return switch (family.grouping().strategy()) {
      case FULL_GROUPS -> fullGroups(devices, registered);
      case TWO_LINKED_QUADS -> LinkedQuads.allows(indexes(devices));
      case NONE, FEWEST_GROUPS, ONE_CARD_PER_POD -> true;
    };
  }

  /** Why the containers of a pod may not hold their devices, in words; null where they may. */
  public static @Nullable String refusal(
      DeviceFamily family, List<ContainerSpec> containers, PodAllocation allocation) {
    Map<String, Long> sizes = new HashMap<>();
    Set<String> first = null;
    for (int i = 0; i < containers.size(); i++) {
      List<DeviceShare> shares = allocation.shares(family.word(), i);
      if (shares.isEmpty()) {
        continue;
      }
      Set<String> uuids = new HashSet<>();
      for (DeviceShare share : shares) {
        uuids.add(share.uuid());
        Long size = sizes.putIfAbsent(share.uuid(), share.memoryMiB());
        if (family.sharing().sameSize() && size != null && size != share.memoryMiB()) {
          return "device " + share.uuid() + " cannot be cut into parts of different size";
        }
      }
      first = first == null ? uuids : first;
      if (family.grouping().strategy() == Grouping.Strategy.ONE_CARD_PER_POD
          && !first.equals(uuids)) {
        return "all containers of a pod must hold the same devices";
      }
    }
    return null;
  }

  private static boolean fullGroups(List<Device> devices, List<Device> registered) {
    Map<String, Integer> held = new HashMap<>();
    devices.forEach(device -> held.merge(device.group(), 1, Integer::sum));
    for (Map.Entry<String, Integer> group : held.entrySet()) {
      long size =
          registered.stream().filter(device -> device.group().equals(group.getKey())).count();
      if (group.getKey().isEmpty() || group.getValue() != size) {
        return false;
      }
    }
    return true;
  }

  private static List<Integer> indexes(List<Device> devices) {
    List<Integer> indexes = new ArrayList<>();
    devices.forEach(device -> indexes.add(device.index()));
    return indexes;
  }
}
