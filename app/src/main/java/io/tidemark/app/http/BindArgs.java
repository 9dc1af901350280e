package io.tidemark.app.http;

import io.tidemark.app.scheduling.Extender.BindQuestion;
import java.util.HashMap;
import java.util.Map;

/** ExtenderBindingArgs of extender/v1: what kube-scheduler sends to bind. */
final class BindArgs {
  private static final String NAME = "PodName";
  private static final String NAMESPACE = "PodNamespace";
  private static final String UID = "PodUID";
  private static final String NODE = "Node";

  private BindArgs() {}

  static BindQuestion read(byte[] body) throws UnreadableRequestException {
    Map<String, String> texts = new HashMap<>();
    Json.Value text = (parser, path) -> texts.put(path, Json.text(parser, path));
    Json.document(body, Map.of(NAME, text, NAMESPACE, text, UID, text, NODE, text));
    return new BindQuestion(
        required(texts, NAMESPACE),
        required(texts, NAME),
        texts.getOrDefault(UID, ""),
        required(texts, NODE));
  }

  private static String required(Map<String, String> texts, String field)
      throws UnreadableRequestException {
    String text = texts.getOrDefault(field, "");
    if (text.isEmpty()) {
      throw new UnreadableRequestException(field + ": is missing");
    }
    return text;
  }
}
