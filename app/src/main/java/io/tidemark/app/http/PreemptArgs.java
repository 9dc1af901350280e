package io.tidemark.app.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.app.scheduling.Extender.PreemptQuestion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * ExtenderPreemptionArgs of extender/v1: whom kube-scheduler would evict on which nodes. It names
 * the victims by UID where the extender is {@code nodeCacheCapable}, else it sends whole pods, of
 * which nothing but the UID is read.
 *
 * @param victims by node name
 */
record PreemptArgs(JsonNode pod, Map<String, Victims> victims) {
  /**
   * @param uids in the order given
   * @param pdbViolations how many of their evictions violate a PodDisruptionBudget; carried along
   */
  record Victims(List<String> uids, long pdbViolations) {}

  static PreemptArgs read(byte[] body) throws UnreadableRequestException {
    Fields fields = new Fields();
    Json.document(
        body,
        Map.of(
            "Pod",
            (parser, path) -> fields.pod = Json.tree(parser, path),
            "NodeNameToVictims",
            (parser, path) -> fields.whole = nodes(parser, path, PreemptArgs::uidOfPod),
            "NodeNameToMetaVictims",
            (parser, path) -> fields.meta = nodes(parser, path, PreemptArgs::uidOfMetaPod)));
    if (fields.pod == null) {
      throw new UnreadableRequestException("Pod: is missing");
    }
    Map<String, Victims> victims = fields.meta == null ? fields.whole : fields.meta;
    if (victims == null) {
      throw new UnreadableRequestException(
          "NodeNameToVictims and NodeNameToMetaVictims are both missing: there is nothing to"
              + " choose from");
    }
    return new PreemptArgs(fields.pod, victims);
  }

  PreemptQuestion question() {
    Map<String, List<String>> uids = new TreeMap<>();
    victims.forEach((node, there) -> uids.put(node, there.uids()));
    return new PreemptQuestion(pod, uids);
  }

  long pdbViolations(String node) {
    Victims there = victims.get(node);
    return there == null ? 0 : there.pdbViolations();
  }

  /** The fields as they are read. */
  private static final class Fields {
    private @Nullable JsonNode pod;
    private @Nullable Map<String, Victims> whole;
    private @Nullable Map<String, Victims> meta;
  }

  private interface Uid {
    String read(JsonParser parser, String path) throws IOException, UnreadableRequestException;
  }

  private static @Nullable Map<String, Victims> nodes(JsonParser parser, String path, Uid uid)
      throws IOException, UnreadableRequestException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    Json.expect(parser, JsonToken.START_OBJECT, path, "an object");
    Map<String, Victims> nodes = new TreeMap<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String node = parser.currentName();
      parser.nextToken();
      nodes.put(node, victims(parser, path + "[" + node + "]", uid));
    }
    return nodes;
  }

  private static Victims victims(JsonParser parser, String path, Uid uid)
      throws IOException, UnreadableRequestException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return new Victims(List.of(), 0);
    }
    List<String> uids = new ArrayList<>();
    long[] violations = new long[1];
    Json.object(
        parser,
        path,
        Map.of(
            "Pods",
            (value, pods) -> pods(value, pods, uid, uids),
            "NumPDBViolations",
            (value, number) -> {
              Json.expect(value, JsonToken.VALUE_NUMBER_INT, number, "a whole number");
              violations[0] = value.getLongValue();
            }));
    return new Victims(List.copyOf(uids), violations[0]);
  }

  private static void pods(JsonParser parser, String path, Uid uid, List<String> uids)
      throws IOException, UnreadableRequestException {
    uids.clear();
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    Json.expect(parser, JsonToken.START_ARRAY, path, "a list");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      String where = path + "[" + uids.size() + "]";
      String read = uid.read(parser, where);
      if (read.isEmpty()) {
        throw new UnreadableRequestException(where + ": has no UID");
      }
      uids.add(read);
    }
  }

  private static String uidOfMetaPod(JsonParser parser, String path)
      throws IOException, UnreadableRequestException {
    String[] uid = {""};
    Json.object(parser, path, Map.of("UID", (value, field) -> uid[0] = Json.text(value, field)));
    return uid[0];
  }

  private static String uidOfPod(JsonParser parser, String path)
      throws IOException, UnreadableRequestException {
    String[] uid = {""};
    Json.object(
        parser,
        path,
        Map.of("metadata", (value, metadata) -> uid[0] = uidOfMetaPod(value, metadata)));
    return uid[0];
  }
}
