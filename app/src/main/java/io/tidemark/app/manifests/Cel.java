package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import java.util.List;
import java.util.stream.Collectors;

/** Expressions that the API server evaluates. */
final class Cel {
  private Cel() {}

  /**
   * True of a pod that names a resource of ours in a container or init container, in its limits or
   * its requests. Fields that are missing count as empty.
   */
  static String asksForDevices(DeviceFamilies families) {
    return """
        [object.spec.containers, object.spec.?initContainers.orValue([])].exists(containers,
          containers.exists(container,
            [container.?resources.?limits.orValue({}), container.?resources.?requests.orValue({})]
              .exists(amounts, amounts.exists(name, name in %s))))"""
        .formatted(list(resourceNames(families)).indent(6).strip());
  }

  /** In the order of the families and of their fields. */
  static List<String> resourceNames(DeviceFamilies families) {
    return families.all().stream().flatMap(family -> family.resources().names().stream()).toList();
  }

  /** A list of texts, one a line. */
  static String list(List<String> texts) {
    return texts.stream().map(Cel::quoted).collect(Collectors.joining(",\n  ", "[\n  ", "\n]"));
  }

  static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
