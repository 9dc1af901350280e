package io.tidemark.app.manifests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes documents for people to read and for kubectl to apply. */
final class ManifestYaml {
  private static final ObjectMapper MAPPER =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .enable(YAMLGenerator.Feature.LITERAL_BLOCK_STYLE)
              .build());

  private ManifestYaml() {}

  static String text(List<Manifest> documents) {
    return documents.stream()
        .map(document -> comment(document.why()) + text(document.content()))
        .collect(Collectors.joining("---\n"));
  }

  static String text(Map<String, Object> content) {
    try {
      return MAPPER.writeValueAsString(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps, lists and texts can always be written", e);
    }
  }

  private static String comment(String lines) {
    return lines
        .lines()
        .map(line -> ("# " + line).stripTrailing() + "\n")
        .collect(Collectors.joining());
  }
}
