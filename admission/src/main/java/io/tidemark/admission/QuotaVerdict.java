package io.tidemark.admission;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.formula.Accumulation;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.quota.QuotaShortfall;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a new pod fits the quotas of its namespace, with its footprint at the start of its life.
 * Memory that depends on the card (a percentage, a whole card) counts as 0 here; it is judged when
 * a card is reserved.
 */
final class QuotaVerdict {
  private final DeviceFamilies families;
  private final QuotaMode mode;

  QuotaVerdict(DeviceFamilies families, QuotaMode mode) {
    this.families = families;
    this.mode = mode;
  }

  /** The quota that the pod does not fit, with the numbers; empty where it may be created. */
  Optional<String> refusal(PodRecord pod, NamespaceSnapshot namespace) {
    Map<String, NamespaceAmount> need = Footprints.asked(pod.containers(), Progress.START);
    NamespaceSnapshot judged = mode == QuotaMode.DENY ? namespace : withoutUsage(namespace);
    return QuotaRules.shortfall(families, judged, pod.quotaTraits(), need)
        .map(shortfall -> text(shortfall, used(namespace, shortfall), pod.containers()));
  }

  /** What would be left of the namespace if all its pods had ended. */
  private static NamespaceSnapshot withoutUsage(NamespaceSnapshot namespace) {
    List<QuotaSnapshot> unused =
        namespace.quotas().stream()
            .map(quota -> new QuotaSnapshot(quota.quota(), Map.of()))
            .toList();
    return new NamespaceSnapshot(namespace.name(), Map.of(), unused);
  }

  private static long used(NamespaceSnapshot namespace, QuotaShortfall shortfall) {
    for (QuotaSnapshot quota : namespace.quotas()) {
      if (quota.quota().name().equals(shortfall.quota())) {
        return quota.used(shortfall.family()).in(shortfall.dimension());
      }
    }
    return shortfall.used();
  }

  private static String text(QuotaShortfall shortfall, long used, List<ContainerSpec> containers) {
    return "quota "
        + shortfall.namespace()
        + "/"
        + shortfall.quota()
        + ": limits."
        + shortfall.resource()
        + " needs "
        + shortfall.need()
        + unit(shortfall.dimension())
        + " ("
        + peak(shortfall, containers)
        + "), used "
        + used
        + ", limit "
        + shortfall.limit();
  }

  private static String unit(QuotaDimension dimension) {
    return switch (dimension) {
      case COUNT -> "";
      case MEMORY -> " MiB";
      case CORES -> " percent";
    };
  }

  /**
   * Which containers make the need. Where the steady state needs as much as an init container, it
   * is the one to name: it does not pass.
   */
  private static String peak(QuotaShortfall shortfall, List<ContainerSpec> containers) {
    List<Steps.Step> steps = Steps.of(containers);
    Steps.Step steady = steps.get(steps.size() - 1);
    if (need(steady, shortfall, containers) == shortfall.need()) {
      boolean apps = asks(steady, ContainerKind.APP, shortfall, containers);
      boolean sidecars = asks(steady, ContainerKind.SIDECAR, shortfall, containers);
      return !sidecars
          ? "the app containers make the peak"
          : apps
              ? "the app containers with the sidecars make the peak"
              : "the sidecars make the peak";
    }
    for (Steps.Step step : steps) {
      if (need(step, shortfall, containers) == shortfall.need()) {
        boolean sidecars = asks(step, ContainerKind.SIDECAR, shortfall, containers);
        return "init container `"
            + containers.get(step.index()).name()
            + (sidecars ? "` with the sidecars before it makes the peak" : "` makes the peak");
      }
    }
    throw new IllegalStateException("no step needs the peak of " + shortfall);
  }

  private static long need(
      Steps.Step step, QuotaShortfall shortfall, List<ContainerSpec> containers) {
    return Steps.need(
            step,
            i -> Footprints.asked(containers.get(i), shortfall.family()),
            Accumulation.IN_NAMESPACE)
        .in(shortfall.dimension());
  }

  private static boolean asks(
      Steps.Step step,
      ContainerKind kind,
      QuotaShortfall shortfall,
      List<ContainerSpec> containers) {
    return step.members().stream()
        .map(containers::get)
        .filter(container -> container.kind() == kind)
        .anyMatch(
            container ->
                Footprints.asked(container, shortfall.family()).in(shortfall.dimension()) > 0);
  }
}
