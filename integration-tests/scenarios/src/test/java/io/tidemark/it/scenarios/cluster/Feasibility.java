package io.tidemark.it.scenarios.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.it.scenarios.ScenarioFile;
import io.tidemark.it.scenarios.cluster.LeftOut.Rule;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides from its content alone whether a scenario can happen on a real cluster. */
final class Feasibility {
  private static final String HANDSHAKE = "hami.io/node-handshake";

  /** Files about a vendor of which the cluster has no device plugin: a folder of their own. */
  private static final Pattern VENDOR_FOLDER = Pattern.compile("^families/[^/]+/");

  private Feasibility() {}

  /** Throws where it cannot. */
  static void check(ScenarioFile file) throws LeftOut {
    if (VENDOR_FOLDER.matcher(file.title()).find()) {
      throw new LeftOut(Rule.NO_DEVICE_PLUGIN, "a family that is not played");
    }
    for (JsonNode step : file.steps()) {
      String word = step.fieldNames().next();
      if (word.equals("filter") || word.equals("bind")) {
        throw new LeftOut(Rule.HALF_A_CYCLE, "step " + step);
      }
      // A reservation's deadline is of half a cycle, and a lock's is longer than any file here.
      if (word.equals("advance") && namesHandshake(file)) {
        throw new LeftOut(Rule.CLOCK, "step " + step + ", with the age of a " + HANDSHAKE);
      }
    }
    checkPods(file);
  }

  private static void checkPods(ScenarioFile file) throws LeftOut {
    Map<String, JsonNode> shown = new HashMap<>();
    for (JsonNode object : Documents.objects(file)) {
      if (Documents.isPod(object)) {
        shown.put(Documents.key(object), object);
      }
    }
    for (JsonNode step : file.steps()) {
      JsonNode applied = step.path("apply");
      if (Documents.isPod(applied)) {
        String key = Documents.key(applied);
        checkFollows(key, shown.get(key), applied);
        shown.put(key, applied);
      }
    }
  }

  private static void checkFollows(String key, @Nullable JsonNode before, JsonNode applied)
      throws LeftOut {
    if (applied.path("metadata").hasNonNull("resourceVersion")) {
      throw new LeftOut(Rule.ORDER_OF_THE_WATCH, "pod " + key + " is shown with a chosen version");
    }
    boolean same =
        before != null
            && Documents.uid(before).equals(Documents.uid(applied))
            && !Documents.withoutEphemeral(before).equals(Documents.withoutEphemeral(applied));
    if (same) {
      throw new LeftOut(Rule.IMMUTABLE_SPEC, "pod " + key);
    }
  }

  private static boolean namesHandshake(ScenarioFile file) {
    return file.documents().stream().anyMatch(document -> document.toString().contains(HANDSHAKE));
  }
}
