package io.tidemark.app.report;

import io.tidemark.api.placement.RefusalCode;

/** What a refusal's code means, for people who do not know the codes. */
final class RefusalWords {
  private RefusalWords() {}

  /** The meaning with the code behind it, which is what logs and the extender's reply show. */
  static String of(RefusalCode code) {
    return meaning(code) + " (" + code.text() + ")";
  }

  private static String meaning(RefusalCode code) {
    return switch (code) {
      case CARD_NOT_HEALTHY -> "reported unhealthy";
      case CARD_CORDONED -> "cordoned";
      case CARD_TYPE_MISMATCH -> "excluded by the pod's card types";
      case CARD_UUID_MISMATCH -> "excluded by the pod's card uuids";
      case NUMA_NOT_FIT -> "not on the same NUMA node as the others";
      case CARD_TIME_SLICING_EXHAUSTED -> "all slots taken";
      case EXCLUSIVE_DEVICE_CONFLICT -> "wanted whole, but others are on it";
      case CARD_INSUFFICIENT_MEMORY -> "too little memory free";
      case CARD_INSUFFICIENT_CORE -> "too few cores free";
      case CARD_COMPUTE_UNITS_EXHAUSTED -> "all cores taken";
      case CUSTOM_FILTER_RULE -> "does not go together";
      case ALLOCATED_CARDS_INSUFFICIENT -> "not enough such cards together";
      case QUOTA_NOT_FIT -> "quota reached";
      case NODE_INSUFFICIENT_DEVICE -> "fewer devices than one container asks for";
      case NODE_UNREGISTERED -> "no such devices registered";
      case PLUGIN_NOT_RESPONDING -> "device plugin does not answer";
      case NODE_CLOSED -> "an allocation there cannot be read";
      case KUBELET_DEVICES_EXHAUSTED -> "the kubelet's device ids are used up";
      case REQUEST_UNREADABLE -> "the pod's request cannot be honoured";
    };
  }
}
