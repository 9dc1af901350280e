package io.tidemark.app.inspect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import io.tidemark.app.simulation.scenario.KubeObject;
import java.util.List;

/** The objects of a cluster as manifests that {@code simulate}, {@code usage} and others read. */
public final class SnapshotFile {
  private static final ObjectMapper YAML =
      new ObjectMapper(
          YAMLFactory.builder()
              .disable(YAMLGenerator.Feature.SPLIT_LINES)
              .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
              .enable(YAMLGenerator.Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
              .build());

  private SnapshotFile() {}

  /** One document per object, in the given order. */
  public static String text(List<KubeObject> objects) {
    StringBuilder text =
        new StringBuilder("# Read by tidemark: only what scheduling decisions need.\n");
    for (KubeObject object : objects) {
      text.append(document(object.json()));
    }
    return text.toString();
  }

  private static String document(JsonNode object) {
    try {
      return YAML.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree in memory can always be written", e);
    }
  }
}
