package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a vendor's device plugin calls things.
 *
 * @param word the type field of allocations
 * @param countResource the resource that the kubelet counts
 * @param register the node annotation with the cards
 * @param toAllocate the pod annotation with the slots that are still to be taken
 * @param format how cards are written
 * @param locks whether a pod of it holds the node's lock until its plugin has served it
 */
public record PluginFamily(
    String word,
    String countResource,
    String register,
    String toAllocate,
    Format format,
    boolean locks) {
  /** HAMi's NVIDIA plugin. */
  public static final PluginFamily NVIDIA =
      new PluginFamily(
          "NVIDIA",
          "nvidia.com/gpu",
          "hami.io/node-nvidia-register",
          "hami.io/vgpu-devices-to-allocate",
          Format.JSON,
          true);

  /** The two forms of the register annotation. */
  public enum Format {
    /** A list of records. */
    JSON,
    /** Fields with commas, a colon after each card. */
    LINE
  }

  /** The text of the register annotation. */
  String registerText(List<FakeCard> cards) {
    return switch (format) {
      case JSON -> json(cards);
      case LINE -> line(cards);
    };
  }

  private static String json(List<FakeCard> cards) {
    List<Map<String, Object>> records = new ArrayList<>();
    for (FakeCard card : cards) {
      Map<String, Object> record = new LinkedHashMap<>();
      record.put("id", card.uuid());
      record.put("count", card.slots());
      record.put("devmem", card.memoryMib());
      record.put("devcore", card.cores());
      record.put("type", card.type());
      record.put("numa", card.numa());
      record.put("mode", card.mode());
      record.put("health", card.healthy());
      records.add(record);
    }
    return Serialization.asJson(records);
  }

  private static String line(List<FakeCard> cards) {
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < cards.size(); index++) {
      FakeCard card = cards.get(index);
      text.append(
          "%s,%d,%d,%d,%s,%d,%s,%d,%s:"
              .formatted(
                  card.uuid(),
                  card.slots(),
                  card.memoryMib(),
                  card.cores(),
                  card.type(),
                  card.numa(),
                  card.healthy(),
                  index,
                  card.mode()));
    }
    return text.toString();
  }
}
