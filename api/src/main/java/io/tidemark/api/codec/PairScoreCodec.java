package io.tidemark.api.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.PairScores;
import io.tidemark.api.text.Excerpt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text of a node's pair score annotation: {@code [{"uuid": "a", "score": {"b": 120}}]}
 * (protocol, section 1.7).
 */
public final class PairScoreCodec {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private PairScoreCodec() {}

  /**
   * Reads the scores of the devices given; what is said of others is passed over. Where the two
   * entries of a pair differ the smaller score counts, where one is missing the other one.
   *
   * @throws AnnotationFormatException where anything in the text is not of that form
   */
  public static PairScores decode(String text, List<Device> devices)
      throws AnnotationFormatException {
    JsonNode root = parse(text);
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < devices.size(); i++) {
      places.put(devices.get(i).id().uuid(), i);
    }
    int[][] scores = new int[devices.size()][devices.size()];
    boolean[][] said = new boolean[devices.size()][devices.size()];
    for (int i = 0; i < root.size(); i++) {
      JsonNode entry = root.get(i);
      JsonNode links = entry.path("score");
      if (!entry.path("uuid").isTextual() || !(links.isObject() || links.isNull())) {
        throw wrong("entry " + i + " must be an object with uuid and score", entry);
      }
      Integer from = places.get(entry.path("uuid").textValue());
      for (Map.Entry<String, JsonNode> link : links.properties()) {
        int score = score(i, link);
        Integer to = places.get(link.getKey());
        if (from != null && to != null && !from.equals(to)) {
          int high = Math.max(from, to);
          int low = Math.min(from, to);
          scores[high][low] = said[high][low] ? Math.min(scores[high][low], score) : score;
          said[high][low] = true;
        }
      }
    }
    return PairScores.of(scores);
  }

  private static JsonNode parse(String text) throws AnnotationFormatException {
    @Nullable JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AnnotationFormatException("is not JSON: " + Excerpt.of(e.getOriginalMessage()));
    }
    if (root == null || !root.isArray()) {
      throw wrong("must be a JSON list", root);
    }
    return root;
  }

  private static int score(int entry, Map.Entry<String, JsonNode> link)
      throws AnnotationFormatException {
    JsonNode score = link.getValue();
    if (!score.isIntegralNumber() || !score.canConvertToInt()) {
      throw wrong(
          "entry "
              + entry
              + ": the score of "
              + Excerpt.quoted(link.getKey())
              + " must be a 32-bit whole number",
          score);
    }
    return score.intValue();
  }

  private static AnnotationFormatException wrong(String what, @Nullable JsonNode found) {
    return new AnnotationFormatException(
        what + ", found " + (found == null ? "nothing" : Excerpt.of(found.toString())));
  }
}
