package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import io.tidemark.app.cluster.embedded.PodObjects;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import io.tidemark.app.simulation.scenario.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which objects of an input are there from the start, and which Pod documents are submitted.
 *
 * @param documents Pod documents without a node, by name
 * @param steps their submission in the order of the files, for an input without a Scenario
 * @param notes what was left out of a document
 */
record Submissions(
    List<KubeObject> present,
    Map<PodKey, JsonNode> documents,
    List<Step> steps,
    List<Problem> notes) {

  static Submissions of(SimulationInput input, DeviceFamilies families) {
    List<KubeObject> present = new ArrayList<>();
    Map<PodKey, JsonNode> documents = new LinkedHashMap<>();
    List<Step> steps = new ArrayList<>();
    List<Problem> notes = new ArrayList<>();
    boolean scenario = input.steps() != null;
    for (KubeObject object : input.objects()) {
      PodKey key = new PodKey(object.namespace(), object.name());
      boolean standing = input.standing().contains(key);
      if (!object.kind().equals("Pod") || !submitted(object.json(), scenario && !standing)) {
        present.add(object);
      } else if (standing) {
        present.add(object);
        steps.add(new Step.Retry(at("retry", key, object, steps), key));
      } else {
        documents.put(key, scenario ? object.json() : fresh(object, families, notes));
        steps.add(new Step.Create(at("create", key, object, steps), key, List.of(key)));
      }
    }
    return new Submissions(present, documents, steps, notes);
  }

  private static Step.At at(String word, PodKey pod, KubeObject object, List<Step> before) {
    return new Step.At(before.size() + 1, object.place(), word, word + " " + pod);
  }

  /** A pod that has ended without ever having a node, or is going, is there but not submitted. */
  private static boolean submitted(JsonNode pod, boolean scenario) {
    if (PodObjects.isBound(pod)) {
      return false;
    }
    String phase = pod.path("status").path("phase").asText("");
    boolean over =
        phase.equals("Succeeded")
            || phase.equals("Failed")
            || pod.path("metadata").hasNonNull("deletionTimestamp");
    return scenario || !over;
  }

  /**
   * A pod that a cluster printed may carry what an earlier, fruitless round of scheduling left
   * there. It is no user's forgery, and it is void as long as the pod has no node.
   */
  private static JsonNode fresh(KubeObject object, DeviceFamilies families, List<Problem> notes) {
    JsonNode metadata = object.json().path("metadata");
    if (!metadata.hasNonNull("resourceVersion") || !metadata.has("annotations")) {
      return object.json();
    }
    ObjectNode pod = object.json().deepCopy();
    ObjectNode annotations = pod.withObject("/metadata").withObject("/annotations");
    for (String key : PlacementKeys.annotations(families)) {
      if (annotations.remove(key) != null) {
        notes.add(
            new Problem(
                "Pod " + object.namespace() + "/" + object.name(),
                "metadata.annotations[" + key + "]",
                "is left over from an earlier round of scheduling and was dropped"));
      }
    }
    if (pod.withObject("/metadata").path("labels").isObject()) {
      pod.withObject("/metadata").withObject("/labels").remove(PlacementKeys.NODE);
    }
    return pod;
  }
}
