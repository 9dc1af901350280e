package io.tidemark.app.simulation.kubescheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.formula.Accumulation;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a pod requests of CPU and memory: the same formula as for devices, since it is Kubernetes'
 * own.
 *
 * @param cpu in cores
 * @param memory in bytes
 */
public record ComputeRequests(BigDecimal cpu, BigDecimal memory) {
  private static final Accumulation<BigDecimal> SUM_AND_MAXIMUM =
      Accumulation.of(BigDecimal.ZERO, BigDecimal::add, BigDecimal::max);

  static ComputeRequests of(JsonNode pod) {
    List<JsonNode> containers = new ArrayList<>();
    List<ContainerSpec> kinds = new ArrayList<>();
    JsonNode spec = pod.path("spec");
    for (JsonNode init : spec.path("initContainers")) {
      containers.add(init);
      ContainerKind kind = ContainerKind.ofInit(init.path("restartPolicy").asText());
      kinds.add(new ContainerSpec("", kind, Map.of()));
    }
    for (JsonNode app : spec.path("containers")) {
      containers.add(app);
      kinds.add(new ContainerSpec("", ContainerKind.APP, Map.of()));
    }
    return new ComputeRequests(
        peak("cpu", containers, kinds).add(quantity(spec.path("overhead"), "cpu")),
        peak("memory", containers, kinds).add(quantity(spec.path("overhead"), "memory")));
  }

  private static BigDecimal peak(
      String resource, List<JsonNode> containers, List<ContainerSpec> kinds) {
    return Steps.peak(
        kinds, Progress.START, i -> request(containers.get(i), resource), SUM_AND_MAXIMUM);
  }

  /** A limit without a request is a request (API defaulting). */
  private static BigDecimal request(JsonNode container, String resource) {
    JsonNode resources = container.path("resources");
    return resources.path("requests").has(resource)
        ? quantity(resources.path("requests"), resource)
        : quantity(resources.path("limits"), resource);
  }

  static BigDecimal quantity(JsonNode amounts, String resource) {
    JsonNode value = amounts.path(resource);
    BigDecimal read =
        value.isTextual() || value.isNumber() ? Quantities.read(value.asText()) : null;
    return read == null ? BigDecimal.ZERO : read;
  }
}
