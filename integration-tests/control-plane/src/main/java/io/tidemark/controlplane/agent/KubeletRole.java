package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Locale;
import java.util.Map;

/** How much of a pod's life the agent plays, from the pod annotation {@link #ANNOTATION}. */
public enum KubeletRole {
  /** All of it: admission, containers by the {@link PodScript}, and its end. */
  WHOLE,
  /** Admission alone: devices are given, and statuses and end are the test's. */
  ADMISSION,
  /** Nothing: the pod was admitted before the agent came, and the rest is the test's. */
  NONE;

  /** The annotation's key; its values are {@code admission} and {@code none}. */
  public static final String ANNOTATION = "agent.tidemark.io/kubelet";

  /** The annotation's value for this role. */
  public String value() {
    return name().toLowerCase(Locale.ROOT);
  }

  static KubeletRole of(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    String value = annotations == null ? null : annotations.get(ANNOTATION);
    for (KubeletRole role : values()) {
      if (role.value().equals(value)) {
        return role;
      }
    }
    return WHOLE;
  }
}
