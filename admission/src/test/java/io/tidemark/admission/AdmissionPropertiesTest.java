package io.tidemark.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import io.tidemark.api.bus.AdmissionMessages.Verdict;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Seeds;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AdmissionPropertiesTest {
  private static final int CASES = 2_000;
  private static final List<DeviceFamilies> FAMILIES =
      List.of(Families.BUNDLED, TestFamilies.withEveryRule());

  @Test
  void aPatchedPodIsInNormalForm() {
    forAllAdmitted(
        (pod, families, patch) -> {
          JsonNode patched = JsonPatch.apply(pod, patch);

          assertThat(Reviews.of(patched).families(families).summary()).isEqualTo("allowed");
        });
  }

  /** Between two webhooks the API server copies limits to where requests say nothing. */
  @Test
  void defaultsOfTheApiServerLeaveNormalFormNormal() {
    forAllAdmitted(
        (pod, families, patch) -> {
          JsonNode patched = JsonPatch.apply(pod, patch);
          for (PodContainers.Placed container : PodContainers.of(patched)) {
            copyLimitsToRequests(container);
          }

          assertThat(Reviews.of(patched).families(families).summary()).isEqualTo("allowed");
        });
  }

  @Test
  void onlyPatchedPathsChange() {
    forAllAdmitted(
        (pod, families, patch) -> {
          JsonNode patched = JsonPatch.apply(pod, patch);

          for (String path : differences(pod, patched)) {
            assertThat(patch)
                .as("a patch of %s", path)
                .anyMatch(operation -> (path + "/").startsWith(place(operation) + "/"));
          }
        });
  }

  @Test
  void noOperationIsWithoutEffect() {
    forAllAdmitted(
        (pod, families, patch) -> {
          JsonNode before = pod;
          for (PatchOperation operation : patch) {
            JsonNode after = JsonPatch.apply(before, List.of(operation));
            assertThat(after).isNotEqualTo(before);
            before = after;
          }
        });
  }

  /** Project-HAMi/HAMi#2929. */
  @Test
  void aContainerThatAnotherWebhookPutsFirstLeavesTheOthersAlone() {
    forAllAdmitted(
        (pod, families, patch) -> {
          ObjectNode patched = (ObjectNode) JsonPatch.apply(pod, patch);
          patched.withArray("/spec/initContainers").insertObject(0).put("name", "mesh");

          Verdict verdict = Reviews.of(patched).families(families).verdict();

          assertThat(((Verdict.Allowed) verdict).patch())
              .allMatch(operation -> operation.path().startsWith("/spec/initContainers/0/"));
        });
  }

  @Test
  void theObjectUnderReviewIsNeverChanged() {
    Seeds.forAll(
        CASES,
        random -> {
          JsonNode pod = new RandomPods(random).pod();
          JsonNode before = pod.deepCopy();

          Reviews.of(pod).families(families(random)).verdict();

          assertThat(pod).isEqualTo(before);
        });
  }

  @Test
  void anObjectWithPartsOfTheWrongTypeHasAVerdictInOneLine() {
    Seeds.forAll(
        CASES,
        random -> {
          RandomPods pods = new RandomPods(random);
          JsonNode broken = pods.broken(pods.pod());

          String summary = Reviews.of(broken).families(families(random)).summary();

          assertThat(summary).matches("(?s)allowed.*|(not ours|denied 40[03]): [^\\n]+");
        });
  }

  private interface Property {
    void check(JsonNode pod, DeviceFamilies families, List<PatchOperation> patch);
  }

  private static void forAllAdmitted(Property property) {
    AtomicInteger admitted = new AtomicInteger();
    AtomicInteger all = new AtomicInteger();
    Seeds.forAll(
        CASES,
        random -> {
          all.incrementAndGet();
          JsonNode pod = new RandomPods(random).pod();
          DeviceFamilies families = families(random);
          if (Reviews.of(pod).families(families).verdict() instanceof Verdict.Allowed allowed) {
            admitted.incrementAndGet();
            property.check(pod, families, allowed.patch());
          }
        });
    assertThat(all.get() == 1 || admitted.get() * 4 > all.get())
        .as("enough pods are admitted: %s of %s", admitted, all)
        .isTrue();
  }

  private static DeviceFamilies families(Random random) {
    return FAMILIES.get(random.nextInt(FAMILIES.size()));
  }

  private static void copyLimitsToRequests(PodContainers.Placed container) {
    if (container.resources("limits") instanceof ObjectNode limits) {
      ObjectNode requests = ((ObjectNode) container.json()).withObject("/resources/requests");
      for (Map.Entry<String, JsonNode> limit : limits.properties()) {
        if (!requests.hasNonNull(limit.getKey())) {
          requests.set(limit.getKey(), limit.getValue());
        }
      }
    }
  }

  /** Where an operation puts its value in the patched object. */
  private static String place(PatchOperation operation) {
    String path = operation.path();
    return path.endsWith("/-") ? path.substring(0, path.length() - 2) : path;
  }

  private static Set<String> differences(JsonNode a, JsonNode b) {
    Set<String> paths = new TreeSet<>();
    differences("", a, b, paths);
    return paths;
  }

  private static void differences(String path, JsonNode a, JsonNode b, Set<String> paths) {
    if (a instanceof ObjectNode left && b instanceof ObjectNode right) {
      Set<String> names = new TreeSet<>();
      left.fieldNames().forEachRemaining(names::add);
      right.fieldNames().forEachRemaining(names::add);
      for (String name : names) {
        String child = path + JsonPointer.of(List.of(name));
        differences(child, left.path(name), right.path(name), paths);
      }
    } else if (a instanceof ArrayNode left && b instanceof ArrayNode right) {
      for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
        differences(path + "/" + i, left.path(i), right.path(i), paths);
      }
    } else if (!a.equals(b)) {
      paths.add(path);
    }
  }
}
