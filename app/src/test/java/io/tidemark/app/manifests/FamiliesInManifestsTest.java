package io.tidemark.app.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.api.fixture.Families;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A name of a family that one of the places misses lets a pod slip through there. */
class FamiliesInManifestsTest {
  private static final DeviceFamilies FAMILIES = Families.WITH_ACME;
  private static final Pattern CEL_TEXT = Pattern.compile("'([^']+)'");

  private final Written written = Written.of(FAMILIES);

  @Test
  void everyResourceNameIsLeftToTidemarkByKubeScheduler() {
    JsonNode resources =
        written.the("KubeSchedulerConfiguration").at("/extenders/0/managedResources");

    assertThat(Written.texts(resources, "name")).isEqualTo(resourceNames());
    assertThat(Written.texts(resources, "ignoredByScheduler")).containsOnly("true");
  }

  @Test
  void everyResourceNameIsInTheConditionOfBothWebhooks() {
    for (JsonNode configuration :
        written.all("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration")) {
      String condition = condition(configuration.at("/webhooks/0"), "asks-for-devices");

      assertThat(celTexts(condition)).isEqualTo(resourceNames());
      assertThat(condition)
          .contains("spec.containers", "spec.?initContainers", "?limits", "?requests");
    }
  }

  @Test
  void everyPlacementKeyIsInThePolicy() {
    JsonNode spec = written.the("ValidatingAdmissionPolicy", "tidemark-placements").path("spec");
    List<String> expected = new ArrayList<>(PlacementKeys.annotations(FAMILIES));
    expected.add("annotation ");
    expected.add(PlacementKeys.NODE);
    expected.add("label ");

    assertThat(celTexts(variable(spec, "changed"))).isEqualTo(expected);
    assertThat(expected)
        .contains("acme.example/npu-to-allocate", "hami.io/vgpu-devices-to-allocate");
  }

  @Test
  void theNodeLockIsInThePolicy() {
    JsonNode spec = written.the("ValidatingAdmissionPolicy", "tidemark-node-locks").path("spec");

    assertThat(celTexts(variable(spec, "changed")))
        .containsExactly("hami.io/mutex.lock", "cambricon.com/dsmlu.lock", "annotation ");
  }

  @Test
  void aNameCannotEndItsTextInAnExpression() {
    DeviceFamily odd =
        Families.read(
            """
            word: ODD
            resources: {count: "odd.example/it's\\\\"}
            inventory: {register: odd.example/register}
            annotations: {toAllocate: odd.example/to-allocate, allocated: odd.example/allocated}
            """);

    assertThat(Cel.asksForDevices(DeviceFamilies.of(List.of(odd))))
        .contains("'odd.example/it\\'s\\\\'");
  }

  private static List<String> resourceNames() {
    List<String> names = new ArrayList<>();
    FAMILIES.all().forEach(family -> names.addAll(family.resources().names()));
    assertThat(names).contains("acme.example/npu-cores", "nvidia.com/gpu", "nvidia.com/priority");
    return names;
  }

  private static String condition(JsonNode webhook, String name) {
    return named(webhook.path("matchConditions"), name);
  }

  private static String variable(JsonNode policySpec, String name) {
    return named(policySpec.path("variables"), name);
  }

  private static String named(JsonNode list, String name) {
    for (JsonNode element : list) {
      if (element.path("name").asText().equals(name)) {
        return element.path("expression").asText();
      }
    }
    throw new AssertionError("no expression " + name);
  }

  private static List<String> celTexts(String expression) {
    return CEL_TEXT.matcher(expression).results().map(result -> result.group(1)).toList();
  }
}
