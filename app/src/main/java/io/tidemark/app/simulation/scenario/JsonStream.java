package io.tidemark.app.simulation.scenario;

/**
 * Makes of a stream of JSON values, as {@code kubectl} and {@code jq} write and accept them, what
 * YAML takes for several documents. YAML takes in JSON but for three things: tabs between values, a
 * value after a value, and the escape {@code \/}.
 */
final class JsonStream {
  private final String text;
  private final StringBuilder yaml;
  private int depth;
  private boolean inString;
  private boolean lineStart = true;
  private int values;

  private JsonStream(String text) {
    this.text = text;
    this.yaml = new StringBuilder(text.length() + 16);
  }

  /**
   * The text as YAML, every value on the line where it was; a text that is no stream of JSON maps
   * comes back as it is.
   */
  static String toYaml(String text) {
    int first = 0;
    while (first < text.length() && Character.isWhitespace(text.charAt(first))) {
      first++;
    }
    return first < text.length() && text.charAt(first) == '{'
        ? new JsonStream(text).convert()
        : text;
  }

  private String convert() {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (inString) {
        if (c == '\\' && i + 1 < text.length()) {
          char escaped = text.charAt(++i);
          yaml.append(escaped == '/' ? "" : c).append(escaped);
          continue;
        }
        yaml.append(c);
        inString = c != '"';
        continue;
      }
      if (depth == 0 && c != '{' && !Character.isWhitespace(c)) {
        return text;
      }
      outsideOfStrings(c);
    }
    return depth == 0 ? yaml.toString() : text;
  }

  private void outsideOfStrings(char c) {
    switch (c) {
      case '{', '[' -> {
        if (depth == 0 && ++values > 1) {
          yaml.append(lineStart ? "--- " : "\n--- ");
        }
        depth++;
      }
      case '}', ']' -> depth--;
      case '"' -> inString = true;
      default -> {}
    }
    yaml.append(c == '\t' ? ' ' : c);
    lineStart = c == '\n';
  }
}
