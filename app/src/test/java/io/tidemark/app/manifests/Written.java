package io.tidemark.app.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Families;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.manifests.ManifestOptions.Extender;
import io.tidemark.app.manifests.ManifestOptions.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The manifests as a reader of YAML sees them. */
final class Written {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private final List<JsonNode> documents = new ArrayList<>();

  private Written(DeviceFamilies families, ManifestOptions options) {
    for (Part part : Part.values()) {
      String text = new Manifests(families, options).yaml(List.of(part));
      try (var values = YAML.readerFor(JsonNode.class).<JsonNode>readValues(text)) {
        values.forEachRemaining(documents::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static Written of(DeviceFamilies families) {
    return new Written(families, options());
  }

  static Written of(ManifestOptions options) {
    return new Written(Families.BUNDLED, options);
  }

  static ManifestOptions options() {
    return options(
        new Extender(ManifestOptions.extenderUrl("gpu"), "/tls/authority.pem", null),
        FilterMode.ONE);
  }

  static ManifestOptions options(String extenderUrl, FilterMode mode) {
    return options(new Extender(URI.create(extenderUrl), "/tls/authority.pem", null), mode);
  }

  private static ManifestOptions options(Extender extender, FilterMode mode) {
    return new ManifestOptions(
        "gpu",
        "tidemark:1",
        "kube-scheduler:v1",
        List.of("ours", "theirs"),
        List.of("system:serviceaccount:plugins:a", "system:serviceaccount:plugins:b"),
        extender,
        mode,
        Settings.DEFAULTS);
  }

  JsonNode the(String kind) {
    List<JsonNode> found = all(kind);
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " documents of kind " + kind);
    }
    return found.get(0);
  }

  JsonNode the(String kind, String name) {
    return all(kind).stream()
        .filter(document -> document.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
  }

  List<JsonNode> all() {
    return List.copyOf(documents);
  }

  List<JsonNode> all(String... kinds) {
    return documents.stream()
        .filter(document -> Arrays.asList(kinds).contains(document.path("kind").asText()))
        .toList();
  }

  static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.asText()));
    return texts;
  }

  static List<String> texts(JsonNode list, String field) {
    List<String> texts = new ArrayList<>();
    list.forEach(element -> texts.add(element.path(field).asText()));
    return texts;
  }
}
