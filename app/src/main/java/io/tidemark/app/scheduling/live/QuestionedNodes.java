package io.tidemark.app.scheduling.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NodeSnapshot;
import io.tidemark.app.cluster.ObjectReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whole nodes that somebody asks about, as an autoscaler does: their cards are those of their own
 * annotations, and what is charged on a node that is known counts.
 *
 * @param names in the order asked; a node without a name is left out
 */
record QuestionedNodes(ClusterSnapshot snapshot, List<String> names) {
  static QuestionedNodes of(ClusterSnapshot known, List<JsonNode> nodes, ObjectReader reader) {
    ClusterSnapshot snapshot = known;
    List<String> names = new ArrayList<>();
    for (JsonNode node : nodes) {
      if (!node.path("metadata").path("name").asText("").isEmpty()) {
        NodeRecord record = reader.node(node).value();
        snapshot = snapshot.withNode(with(snapshot.node(record.name()), record));
        names.add(record.name());
      }
    }
    return new QuestionedNodes(snapshot, List.copyOf(names));
  }

  private static NodeSnapshot with(@Nullable NodeSnapshot known, NodeRecord record) {
    if (known == null) {
      return new NodeSnapshot(record.name(), record, Map.of(), Map.of(), List.of(), List.of());
    }
    Map<DeviceId, DeviceAmount> used = new LinkedHashMap<>(known.unregistered());
    for (int i = 0; i < known.devices().size(); i++) {
      used.put(known.devices().get(i).id(), known.used(i));
    }
    Map<String, Integer> counts = new TreeMap<>();
    record.inventories().keySet().forEach(word -> counts.put(word, known.kubeletCount(word)));
    return new NodeSnapshot(record.name(), record, used, counts, known.charges(), known.closedBy());
  }
}
