package io.tidemark.scoring;

import io.tidemark.api.bus.ScoringMessages.PolicyReply;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.PolicyWish;
import io.tidemark.api.model.Problem;

/** Finds the policy that holds for a pod: its own annotations, else the configured defaults. */
public final class PolicyResolver {
  private final ScoringDefaults defaults;
  private final PolicyReply standard;

  public PolicyResolver(ScoringDefaults defaults) {
    this.defaults = defaults;
    this.standard =
        chosen(defaults.nodePolicy(), defaults.devicePolicy(), false, defaults.deviceWeights());
  }

  /** A policy word that nobody knows is no error, it falls back as in HAMi; weights are one. */
  public PolicyReply resolve(PodRecord pod) {
    PolicyWish wish = pod.policies();
    boolean numaBind = pod.selections().values().stream().anyMatch(DeviceSelection::numaBind);
    if (wish.equals(PolicyWish.NONE) && !numaBind) {
      return standard;
    }
    DeviceWeights weights = defaults.deviceWeights();
    if (!wish.deviceWeights().isEmpty()) {
      try {
        weights = DeviceWeights.of(wish.deviceWeights());
      } catch (IllegalArgumentException e) {
        return unreadable(pod, PodReader.DEVICE_WEIGHTS, String.valueOf(e.getMessage()));
      }
    }
    return chosen(
        wish.nodePolicy().isEmpty()
            ? defaults.nodePolicy()
            : NodePolicy.ofAnnotation(wish.nodePolicy()),
        wish.devicePolicy().isEmpty()
            ? defaults.devicePolicy()
            : DevicePolicy.ofAnnotation(wish.devicePolicy()),
        numaBind,
        weights);
  }

  private static PolicyReply chosen(
      NodePolicy nodes, DevicePolicy devices, boolean numaBind, DeviceWeights weights) {
    return new PolicyReply.Chosen(new UtilizationPolicy(nodes, devices, numaBind, weights));
  }

  private static PolicyReply unreadable(PodRecord pod, String annotation, String message) {
    return new PolicyReply.Unreadable(
        new Problem("Pod " + pod.key(), "metadata.annotations[" + annotation + "]", message));
  }
}
