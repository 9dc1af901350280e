package io.tidemark.app.simulation.scenario;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that a simulated cluster is made of. */
enum ObjectKind {
  NODE("Node", "v1", false),
  POD("Pod", "v1", true),
  RESOURCE_QUOTA("ResourceQuota", "v1", true),
  NAMESPACE("Namespace", "v1", false),
  PRIORITY_CLASS("PriorityClass", "scheduling.k8s.io/v1", false);

  static final List<String> WORDS = Arrays.stream(values()).map(ObjectKind::word).toList();

  private final String word;
  private final String apiVersion;
  private final boolean namespaced;

  ObjectKind(String word, String apiVersion, boolean namespaced) {
    this.word = word;
    this.apiVersion = apiVersion;
    this.namespaced = namespaced;
  }

  static @Nullable ObjectKind of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst().orElse(null);
  }

  String word() {
    return word;
  }

  String apiVersion() {
    return apiVersion;
  }

  boolean namespaced() {
    return namespaced;
  }
}
