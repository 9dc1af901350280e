package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Node selectors and required node affinity (Kubernetes core/v1). */
final class NodeAffinity {
  private NodeAffinity() {}

  static boolean admits(PodNeeds pod, JsonNode node) {
    JsonNode labels = node.path("metadata").path("labels");
    for (Map.Entry<String, JsonNode> wanted : pod.nodeSelector().properties()) {
      if (!wanted.getValue().asText().equals(labels.path(wanted.getKey()).asText(null))) {
        return false;
      }
    }
    JsonNode terms = pod.nodeSelectorTerms();
    if (!terms.isArray()) {
      return true;
    }
    for (JsonNode term : terms) {
      if (matches(term, node)) {
        return true;
      }
    }
    return false;
  }

  /** All requirements of a term hold; an empty term matches nothing. */
  private static boolean matches(JsonNode term, JsonNode node) {
    JsonNode expressions = term.path("matchExpressions");
    JsonNode fields = term.path("matchFields");
    if (expressions.isEmpty() && fields.isEmpty()) {
      return false;
    }
    JsonNode metadata = node.path("metadata");
    for (JsonNode expression : expressions) {
      String key = expression.path("key").asText();
      if (!matches(expression, metadata.path("labels").path(key).asText(null))) {
        return false;
      }
    }
    for (JsonNode field : fields) {
      boolean name = field.path("key").asText().equals("metadata.name");
      if (!name || !matches(field, metadata.path("name").asText())) {
        return false;
      }
    }
    return true;
  }

  private static boolean matches(JsonNode requirement, @Nullable String value) {
    JsonNode values = requirement.path("values");
    return switch (requirement.path("operator").asText()) {
      case "In" -> value != null && contains(values, value);
      case "NotIn" -> value == null || !contains(values, value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compare(value, values) > 0;
      case "Lt" -> compare(value, values) < 0;
      default -> false;
    };
  }

  private static boolean contains(JsonNode values, String value) {
    for (JsonNode candidate : values) {
      if (candidate.asText().equals(value)) {
        return true;
      }
    }
    return false;
  }

  /** 0, which is neither greater nor less, where one of the two is no whole number. */
  private static int compare(@Nullable String value, JsonNode values) {
    try {
      return value == null
          ? 0
          : Long.compare(Long.parseLong(value), Long.parseLong(values.path(0).asText()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
