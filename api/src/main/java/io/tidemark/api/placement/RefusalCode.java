package io.tidemark.api.placement;

/**
 * Why a device or a node cannot take a pod. The codes are stable: they stand in the extender's
 * reply, in events, in metrics and in explanations. Those that HAMi knows keep HAMi's spelling
 * (protocol, section 4.3).
 */
public enum RefusalCode {
  CARD_NOT_HEALTHY("CardNotHealth", true),
  CARD_CORDONED("CardCordoned", true),
  CARD_TYPE_MISMATCH("CardTypeMismatch", true),
  CARD_UUID_MISMATCH("CardUuidMismatch", true),
  NUMA_NOT_FIT("NumaNotFit", false),
  CARD_TIME_SLICING_EXHAUSTED("CardTimeSlicingExhausted", false),
  EXCLUSIVE_DEVICE_CONFLICT("ExclusiveDeviceAllocateConflict", false),
  CARD_INSUFFICIENT_MEMORY("CardInsufficientMemory", false),
  CARD_INSUFFICIENT_CORE("CardInsufficientCore", false),
  CARD_COMPUTE_UNITS_EXHAUSTED("CardComputeUnitsExhausted", false),
  /** A rule of the family about which cards go together, or what may share one. */
  CUSTOM_FILTER_RULE("CardNotFoundCustomFilterRule", false),
  /** Each card could take a part, but not all of the cards that a container or the pod needs. */
  ALLOCATED_CARDS_INSUFFICIENT("AllocatedCardsInsufficientRequest", false),
  QUOTA_NOT_FIT("ResourceQuotaNotFit", false),
  /** Fewer devices of the family than one container asks for. */
  NODE_INSUFFICIENT_DEVICE("NodeInsufficientDevice", true),
  /** The node registers no device of the family, or its register cannot be read. */
  NODE_UNREGISTERED("node unregistered", true),
  /** The device plugin left a handshake unanswered and the kubelet offers nothing. */
  PLUGIN_NOT_RESPONDING("DevicePluginNotResponding", false),
  /** A bound pod's allocation cannot be read, so what is free here is not known. */
  NODE_CLOSED("UnreadableAllocationOnNode", false),
  /** The kubelet would not have enough device ids over the lives of all pods (design, 2). */
  KUBELET_DEVICES_EXHAUSTED("KubeletDevicesExhausted", false),
  /** The pod's own request cannot be honoured by any node. */
  REQUEST_UNREADABLE("RequestUnreadable", true);

  private final String text;
  private final boolean unresolvable;

  RefusalCode(String text, boolean unresolvable) {
    this.text = text;
    this.unresolvable = unresolvable;
  }

  /** The code as it stands on the wire. */
  public String text() {
    return text;
  }

  /** Whether evicting other pods cannot help, whatever they hold. */
  public boolean unresolvable() {
    return unresolvable;
  }

  @Override
  public String toString() {
    return text;
  }
}
