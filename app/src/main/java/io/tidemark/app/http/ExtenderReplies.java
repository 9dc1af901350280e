package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tidemark.api.placement.NodeRefusal;
import io.tidemark.api.text.Excerpt;
import io.tidemark.app.scheduling.Extender.FilterAnswer;
import io.tidemark.app.scheduling.Extender.HostScore;
import io.tidemark.app.scheduling.Extender.PreemptAnswer;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers in the types of extender/v1, with every field there, as Go writes them. Errors of a
 * filter and a bind are a field of theirs; kube-scheduler shows it to the pod's user.
 */
final class ExtenderReplies {
  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private ExtenderReplies() {}

  /** An ExtenderFilterResult, in the form in which it was asked. */
  static Buffer filtered(FilterArgs args, FilterAnswer.Nodes answer) {
    Set<String> chosen = new HashSet<>(answer.names());
    Set<String> strangers = new HashSet<>(chosen);
    args.candidates().forEach(strangers::remove);
    if (!strangers.isEmpty()) {
      throw new IllegalStateException("chose nodes that were not asked about: " + strangers);
    }
    Map<String, String> failed = new TreeMap<>();
    Map<String, String> unresolvable = new TreeMap<>();
    for (NodeRefusal refusal : answer.refusals()) {
      if (!chosen.contains(refusal.node())) {
        (refusal.unresolvable() ? unresolvable : failed).put(refusal.node(), reason(refusal));
      }
    }
    failed.keySet().removeAll(unresolvable.keySet());
    return filtered(args, chosen, failed, unresolvable);
  }

  /** An ExtenderFilterResult with every candidate. */
  static Buffer all(FilterArgs args) {
    return filtered(args, new HashSet<>(args.candidates()), Map.of(), Map.of());
  }

  private static Buffer filtered(
      FilterArgs args,
      Set<String> chosen,
      Map<String, String> failed,
      Map<String, String> unresolvable) {
    return document(
        json -> {
          json.writeStartObject();
          json.writeFieldName("Nodes");
          nodes(json, args.nodes(), chosen);
          json.writeFieldName("NodeNames");
          names(json, args.nodeNames(), chosen);
          failures(json, "FailedNodes", failed);
          failures(json, "FailedAndUnresolvableNodes", unresolvable);
          json.writeStringField("Error", "");
          json.writeEndObject();
        });
  }

  /** An ExtenderFilterResult that is none. */
  static Buffer notFiltered(String reason) {
    return document(
        json -> {
          json.writeStartObject();
          json.writeNullField("Nodes");
          json.writeNullField("NodeNames");
          json.writeNullField("FailedNodes");
          json.writeNullField("FailedAndUnresolvableNodes");
          json.writeStringField("Error", line(reason));
          json.writeEndObject();
        });
  }

  /** A HostPriorityList. */
  static Buffer scores(List<HostScore> scores) {
    return document(
        json -> {
          json.writeStartArray();
          for (HostScore score : scores) {
            json.writeStartObject();
            json.writeStringField("Host", score.host());
            json.writeNumberField("Score", score.score());
            json.writeEndObject();
          }
          json.writeEndArray();
        });
  }

  /**
   * An ExtenderPreemptionResult. A node on which nobody has to go is left out: kube-scheduler would
   * give up the whole preemption over it.
   */
  static Buffer victims(PreemptArgs args, PreemptAnswer.Nodes answer) {
    return document(
        json -> {
          json.writeStartObject();
          json.writeObjectFieldStart("NodeNameToMetaVictims");
          for (Map.Entry<String, List<String>> node : answer.victims().entrySet()) {
            if (node.getValue().isEmpty()) {
              continue;
            }
            json.writeObjectFieldStart(node.getKey());
            json.writeArrayFieldStart("Pods");
            for (String uid : node.getValue()) {
              json.writeStartObject();
              json.writeStringField("UID", uid);
              json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberField("NumPDBViolations", args.pdbViolations(node.getKey()));
            json.writeEndObject();
          }
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /**
   * An ExtenderBindingResult; also what prioritize and preempt answer beside an error status, as
   * their own types have no room for a reason.
   *
   * @param reason empty where all is well
   */
  static Buffer error(String reason) {
    return document(
        json -> {
          json.writeStartObject();
          json.writeStringField("Error", line(reason));
          json.writeEndObject();
        });
  }

  private static void nodes(JsonGenerator json, @Nullable WholeNodes nodes, Set<String> chosen)
      throws IOException {
    if (nodes == null) {
      json.writeNull();
      return;
    }
    json.writeStartObject();
    json.writeObjectFieldStart("metadata");
    json.writeEndObject();
    json.writeArrayFieldStart("items");
    for (int i = 0; i < nodes.names().size(); i++) {
      if (chosen.contains(nodes.names().get(i))) {
        json.writeRawValue(nodes.original(i));
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void names(JsonGenerator json, @Nullable List<String> names, Set<String> chosen)
      throws IOException {
    if (names == null) {
      json.writeNull();
      return;
    }
    json.writeStartArray();
    for (String name : names) {
      if (chosen.contains(name)) {
        json.writeString(name);
      }
    }
    json.writeEndArray();
  }

  private static void failures(JsonGenerator json, String field, Map<String, String> failures)
      throws IOException {
    if (failures.isEmpty()) {
      json.writeNullField(field);
      return;
    }
    json.writeObjectFieldStart(field);
    for (Map.Entry<String, String> failure : failures.entrySet()) {
      json.writeStringField(failure.getKey(), failure.getValue());
    }
    json.writeEndObject();
  }

  /** The code, which kube-scheduler counts nodes by, and the numbers where there are any. */
  private static String reason(NodeRefusal refusal) {
    String text = refusal.text();
    return line(refusal.detail().isEmpty() ? text : text + " (" + refusal.detail() + ")");
  }

  private static String line(String text) {
    return Excerpt.printable(text);
  }

  private static Buffer document(Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = Json.MAPPER.getFactory().createGenerator(bytes)) {
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Buffer.buffer(bytes.toByteArray());
  }
}
