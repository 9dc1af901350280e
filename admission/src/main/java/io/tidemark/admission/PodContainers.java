package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The containers of a pod that can hold devices, init range first. */
final class PodContainers {
  /** The fields of a spec that list them. */
  static final List<String> LISTS = List.of("initContainers", "containers");

  /**
   * One container.
   *
   * @param path where it stands, as the segments of a JSON pointer
   */
  record Placed(List<String> path, JsonNode json) {
    Placed {
      path = List.copyOf(path);
    }

    String name() {
      return json.path("name").asText("");
    }

    JsonNode resources(String kind) {
      return json.path("resources").path(kind);
    }

    List<String> at(String... segments) {
      List<String> place = new ArrayList<>(path);
      place.addAll(List.of(segments));
      return place;
    }
  }

  private PodContainers() {}

  static List<Placed> of(JsonNode pod) {
    List<Placed> containers = new ArrayList<>();
    for (String list : LISTS) {
      JsonNode entries = pod.path("spec").path(list);
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).isObject()) {
          containers.add(new Placed(List.of("spec", list, Integer.toString(i)), entries.get(i)));
        }
      }
    }
    return containers;
  }
}
