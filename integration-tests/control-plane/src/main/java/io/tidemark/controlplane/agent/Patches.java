package io.tidemark.controlplane.agent;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The bodies of patches. */
final class Patches {
  static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  static final PatchContext STRATEGIC = PatchContext.of(PatchType.STRATEGIC_MERGE);

  private Patches() {}

  /** Sets one annotation, or removes it where the value is null. */
  static String annotation(String key, @Nullable String value) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").putObject("annotations").put(key, value);
    return patch.toString();
  }

  /** Removes one annotation from the object as it was at that version. */
  static String removal(String key, String resourceVersion) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode metadata = patch.putObject("metadata");
    metadata.put("resourceVersion", resourceVersion);
    metadata.putObject("annotations").putNull(key);
    return patch.toString();
  }

  /** Sets annotations and takes all taints away: those that a new Node gets by admission. */
  static String nodeReady(Map<String, String> annotations) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode values = patch.putObject("metadata").putObject("annotations");
    annotations.forEach(values::put);
    patch.putObject("spec").putNull("taints");
    return patch.toString();
  }

  /** Sets the status of the pod with that UID; conditions of others stay. */
  static String status(String uid, PodStatus status) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    patch.putObject("metadata").put("uid", uid);
    patch.set("status", Serialization.jsonMapper().valueToTree(status));
    return patch.toString();
  }
}
