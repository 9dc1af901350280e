package io.tidemark.app.scheduling;

import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The devices of one node, for the texts that tell a device plugin of them. */
final class AllocatedDevices {
  private final @Nullable NodeSnapshot node;

  AllocatedDevices(@Nullable NodeSnapshot node) {
    this.node = node;
  }

  /** Null where the node does not register it. */
  @Nullable Device device(String word, DeviceShare share) {
    if (node == null) {
      return null;
    }
    int index = node.indexOf(new DeviceId(word, share.uuid()));
    return index < 0 ? null : node.devices().get(index);
  }

  /** The text of an allocation annotation. */
  String text(DeviceFamily family, List<List<DeviceShare>> slots) {
    return AllocationCodec.encode(slots, share -> type(family, share));
  }

  /** The family's word also for a device that is not registered. */
  private String type(DeviceFamily family, DeviceShare share) {
    if (family.annotations().type() == DeviceFamily.TypeText.WORD) {
      return family.word();
    }
    Device device = device(family.word(), share);
    return device == null ? family.word() : device.model();
  }
}
