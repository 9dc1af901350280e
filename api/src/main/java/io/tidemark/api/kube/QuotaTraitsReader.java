package io.tidemark.api.kube;

import io.tidemark.api.model.QuotaTraits;
import java.math.BigDecimal;
import java.util.Map;

/** Reads what of a pod spec decides which scoped quotas select the pod. */
final class QuotaTraitsReader {
  private QuotaTraitsReader() {}

  static QuotaTraits read(Field spec) {
    return new QuotaTraits(
        spec.get("priorityClassName").text(),
        !namesComputeResource(spec)
            && bestEffort(spec.get("initContainers"))
            && bestEffort(spec.get("containers")),
        spec.get("activeDeadlineSeconds").exists(),
        crossesNamespaces(spec.get("affinity").get("podAffinity"))
            || crossesNamespaces(spec.get("affinity").get("podAntiAffinity")));
  }

  private static boolean bestEffort(Field containers) {
    for (Field container : containers.list()) {
      if (namesComputeResource(container)) {
        return false;
      }
    }
    return true;
  }

  /** Of a container, or of the pod as a whole (pod-level resources). */
  private static boolean namesComputeResource(Field owner) {
    Field resources = owner.get("resources");
    return anyCompute(resources.get("limits")) || anyCompute(resources.get("requests"));
  }

  /** CPU and memory above zero are what the quality-of-service classes are made of. */
  private static boolean anyCompute(Field amounts) {
    Map<String, BigDecimal> quantities = amounts.quantities();
    return quantities.getOrDefault("cpu", BigDecimal.ZERO).signum() > 0
        || quantities.getOrDefault("memory", BigDecimal.ZERO).signum() > 0;
  }

  private static boolean crossesNamespaces(Field affinity) {
    for (Field term : affinity.get("requiredDuringSchedulingIgnoredDuringExecution").list()) {
      if (termCrossesNamespaces(term)) {
        return true;
      }
    }
    for (Field weighted : affinity.get("preferredDuringSchedulingIgnoredDuringExecution").list()) {
      if (termCrossesNamespaces(weighted.get("podAffinityTerm"))) {
        return true;
      }
    }
    return false;
  }

  private static boolean termCrossesNamespaces(Field term) {
    return !term.get("namespaces").list().isEmpty() || term.get("namespaceSelector").exists();
  }
}
