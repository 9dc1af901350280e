package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Pods as users and other webhooks may write them, most of them admissible. */
final class RandomPods {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String[] COUNTS = {"0", "1", "1", "2", "3e0", "1.0"};
  private static final String[] AMOUNTS = {"0", "1", "30", "50", "100", "1e1", "0.1k"};
  private static final String[] VARIABLES = {
    "HOME", "CUDA_TASK_PRIORITY", "NVIDIA_VISIBLE_DEVICES", "GPU_CORE_UTILIZATION_POLICY"
  };

  private final Random random;

  RandomPods(Random random) {
    this.random = random;
  }

  ObjectNode pod() {
    ObjectNode pod = JSON.objectNode().put("kind", "Pod").put("newerField", 1);
    pod.putObject("metadata").put("generateName", "job-").putNull("creationTimestamp");
    ObjectNode spec = pod.putObject("spec");
    if (random.nextBoolean()) {
      spec.put("schedulerName", chance(10) ? "other-scheduler" : "default-scheduler");
    }
    if (chance(10)) {
      spec.put("runtimeClassName", "kata");
    }
    if (chance(2)) {
      containers(spec.putArray("initContainers"), random.nextInt(4), "i");
    } else if (chance(3)) {
      spec.putNull("initContainers");
    }
    containers(spec.putArray("containers"), 1 + random.nextInt(3), "c");
    return pod;
  }

  /** The same with something of another type in one place. */
  JsonNode broken(ObjectNode pod) {
    List<Runnable> places = new ArrayList<>();
    collect(pod, places);
    places.get(random.nextInt(places.size())).run();
    return pod;
  }

  private void collect(JsonNode node, List<Runnable> places) {
    if (node instanceof ObjectNode object) {
      object
          .fieldNames()
          .forEachRemaining(
              name -> {
                places.add(() -> object.set(name, junk()));
                collect(object.get(name), places);
              });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        places.add(() -> array.set(index, junk()));
        collect(array.get(i), places);
      }
    }
  }

  private JsonNode junk() {
    return switch (random.nextInt(7)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.numberNode(-7);
      case 2 -> JSON.textNode("line\nbreak");
      case 3 -> JSON.booleanNode(true);
      case 4 -> JSON.arrayNode().add(JSON.nullNode());
      case 5 -> JSON.objectNode().put("x", "y");
      default -> JSON.numberNode(1.5);
    };
  }

  private void containers(ArrayNode list, int count, String prefix) {
    for (int i = 0; i < count; i++) {
      ObjectNode container = list.addObject().put("name", prefix + i).put("newerField", "x");
      if (prefix.equals("i") && chance(3)) {
        container.put("restartPolicy", "Always");
      }
      if (!chance(4)) {
        resources(container.putObject("resources"));
      }
      environment(container);
      if (chance(5)) {
        container.putObject("securityContext").put("privileged", chance(10));
      }
    }
  }

  private void resources(ObjectNode resources) {
    ObjectNode amounts = resources.putObject(chance(5) ? "requests" : "limits");
    amounts.put("cpu", "500m");
    some(amounts, "nvidia.com/gpu", COUNTS, 2);
    some(amounts, "nvidia.com/gpumem", AMOUNTS, 3);
    some(amounts, "nvidia.com/gpumem-percentage", AMOUNTS, 4);
    some(amounts, "nvidia.com/gpucores", AMOUNTS, 4);
    some(amounts, "nvidia.com/priority", AMOUNTS, 4);
    some(amounts, "acme.example/npu", COUNTS, 6);
    some(amounts, "acme.example/npu-memory", AMOUNTS, 6);
    if (chance(10)) {
      amounts.putNull("nvidia.com/gpu");
    }
  }

  private void some(ObjectNode amounts, String name, String[] values, int oneIn) {
    if (chance(oneIn)) {
      amounts.put(name, values[random.nextInt(values.length)]);
    }
  }

  private void environment(ObjectNode container) {
    if (chance(6)) {
      container.putNull("env");
    } else if (chance(2)) {
      ArrayNode env = container.putArray("env");
      for (int i = random.nextInt(4); i > 0; i--) {
        ObjectNode variable = env.addObject().put("name", VARIABLES[random.nextInt(4)]);
        if (chance(5)) {
          variable.putObject("valueFrom").putObject("fieldRef").put("fieldPath", "metadata.name");
        } else {
          variable.put("value", chance(2) ? "none" : "all");
        }
      }
    }
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }
}
