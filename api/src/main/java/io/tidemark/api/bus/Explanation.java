package io.tidemark.api.bus;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod is pending and when it may fit.
 *
 * @param needs what each step of the pod needs, in words, the largest one marked
 * @param fits names of the nodes that could take the pod now
 * @param nodes the others, each with its reason and its devices
 * @param quota the quota that keeps it out, in words; null where none does
 * @param releases the coming events that would make room, those that suffice by themselves first
 */
public record Explanation(
    PodKey pod,
    List<String> needs,
    List<String> fits,
    List<Node> nodes,
    @Nullable String quota,
    List<Release> releases) {
  public Explanation {
    needs = List.copyOf(needs);
    fits = List.copyOf(fits);
    nodes = List.copyOf(nodes);
    releases = List.copyOf(releases);
  }

  /** One node that cannot take the pod. */
  public record Node(NodeRefusal refusal, List<DeviceState> devices) {
    public Node {
      devices = List.copyOf(devices);
    }
  }

  /**
   * One device of a refused node.
   *
   * @param code what blocks the container that finds no place; null where the device itself does
   *     not
   * @param need what that container needs here, with what runs beside it
   * @param holders who holds the device, with what each holds
   */
  public record DeviceState(
      DeviceId device,
      DeviceAmount capacity,
      DeviceAmount free,
      DeviceAmount need,
      @Nullable RefusalCode code,
      List<Holder> holders) {
    public DeviceState {
      holders = List.copyOf(holders);
    }
  }

  public record Holder(PodKey pod, DeviceAmount held) {}

  /**
   * A coming event and the room it makes.
   *
   * @param event for instance {@code init container `prepare` of `team-a/train` finishes}
   * @param gains the room it makes per device, for instance {@code +10240 MiB on GPU-3}
   * @param node where the pod would then fit, alone by this event and those before it in the chain
   * @param sufficient whether the pod fits after this event; false for a step on the way
   */
  public record Release(String event, List<String> gains, String node, boolean sufficient) {
    public Release {
      gains = List.copyOf(gains);
    }

    /** The whole sentence: {@code when ... finishes: +10240 MiB on GPU-3}. */
    public String text() {
      return "when " + event + (gains.isEmpty() ? "" : ": " + String.join(", ", gains));
    }
  }
}
