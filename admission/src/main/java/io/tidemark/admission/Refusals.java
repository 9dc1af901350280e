package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.ResourceAsk;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Why a pod that asks for devices could not run as it is, whatever the state of the cluster. */
final class Refusals {
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final DeviceFamilies families;

  Refusals(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * @param pod in normal form
   * @param record what was read of it
   */
  Optional<String> refusal(JsonNode pod, PodRecord record) {
    return noContainers(pod)
        .or(() -> demand(record))
        .or(() -> percentage(pod))
        .or(() -> annotations(pod, record))
        .or(() -> privileged(pod))
        .or(() -> placed(record));
  }

  /** The API server refuses such a pod as well; its init containers would lead to nothing. */
  private static Optional<String> noContainers(JsonNode pod) {
    return pod.path("spec").path("containers").isEmpty()
        ? Optional.of("pod has no containers")
        : Optional.empty();
  }

  private static Optional<String> demand(PodRecord record) {
    return record.demandProblems().stream().map(Refusals::text).findFirst();
  }

  private static String text(Problem problem) {
    return problem.field() + ": " + problem.message();
  }

  /** The demand itself takes more than 100 as a whole card, and less than 0 as nothing said. */
  private Optional<String> percentage(JsonNode pod) {
    for (PodContainers.Placed container : PodContainers.of(pod)) {
      for (DeviceFamily family : families.all()) {
        BigDecimal percent = ResourceAsk.read(container.json(), family).memoryPercent();
        if (percent != null && (percent.signum() < 0 || percent.compareTo(HUNDRED) > 0)) {
          return Optional.of(
              "container "
                  + container.name()
                  + ": "
                  + family.resources().memoryPercent()
                  + " "
                  + percent.toPlainString()
                  + " is not a whole number from 0 to 100");
        }
      }
    }
    return Optional.empty();
  }

  /** Ways of use that a family has on its own nodes and that cannot be honoured here. */
  private Optional<String> annotations(JsonNode pod, PodRecord record) {
    JsonNode written = pod.path("metadata").path("annotations");
    for (String word : record.families()) {
      Map<String, List<String>> allowed = families.require(word).admission().allowedAnnotations();
      for (Map.Entry<String, List<String>> entry : allowed.entrySet()) {
        String value = written.path(entry.getKey()).asText("");
        if (!value.isEmpty() && !entry.getValue().contains(value)) {
          return Optional.of(
              "annotation "
                  + entry.getKey()
                  + ": "
                  + value
                  + " is not supported"
                  + (entry.getValue().isEmpty()
                      ? ""
                      : "; allowed are " + String.join(", ", entry.getValue())));
        }
      }
    }
    return Optional.empty();
  }

  /** A privileged container sees every device of its node, whatever it was given. */
  private static Optional<String> privileged(JsonNode pod) {
    for (PodContainers.Placed container : PodContainers.of(pod)) {
      if (container.json().path("securityContext").path("privileged").asBoolean(false)) {
        return Optional.of(
            "container "
                + container.name()
                + " is privileged; a pod that asks for devices must have no privileged container");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> placed(PodRecord record) {
    return Optional.ofNullable(record.nodeName())
        .map(
            node ->
                "spec.nodeName is "
                    + node
                    + "; a pod that asks for devices must be left to its scheduler");
  }
}
