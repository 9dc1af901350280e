package io.tidemark.fit.explain;

import io.tidemark.api.formula.Accumulation;
import io.tidemark.api.formula.Footprints;
import io.tidemark.api.formula.Steps;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.PodRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** What each step of a pod's life needs, in words. */
final class NeedWords {
  /** The largest step: memory, then cores, then devices, over all families. */
  private static final Comparator<NamespaceAmount> BY_SIZE =
      Comparator.comparingLong(NamespaceAmount::memoryMiB)
          .thenComparingLong(NamespaceAmount::cores)
          .thenComparingLong(NamespaceAmount::count);

  private final PodRecord pod;
  private final long largestCardMiB;

  /**
   * @param largestCardMiB what percentages are taken of when steps are compared
   */
  private NeedWords(PodRecord pod, long largestCardMiB) {
    this.pod = pod;
    this.largestCardMiB = largestCardMiB;
  }

  /** One line per step that needs anything, the largest one marked {@code (peak)}. */
  static List<String> of(PodRecord pod, long largestCardMiB) {
    NeedWords words = new NeedWords(pod, largestCardMiB);
    List<Steps.Step> steps =
        Steps.of(pod.containers()).stream().filter(words::needsAnything).toList();
    NamespaceAmount peak =
        steps.stream().map(words::size).max(BY_SIZE).orElse(NamespaceAmount.ZERO);
    List<String> lines = new ArrayList<>();
    boolean marked = false;
    for (Steps.Step step : steps) {
      boolean mark = !marked && BY_SIZE.compare(words.size(step), peak) == 0;
      lines.add(words.line(step) + (mark ? " (peak)" : ""));
      marked |= mark;
    }
    return lines;
  }

  private boolean needsAnything(Steps.Step step) {
    return step.members().stream().anyMatch(i -> !pod.containers().get(i).demands().isEmpty());
  }

  private NamespaceAmount size(Steps.Step step) {
    NamespaceAmount size = NamespaceAmount.ZERO;
    for (int member : step.members()) {
      for (Demand demand : pod.containers().get(member).demands().values()) {
        size =
            size.plus(
                new NamespaceAmount(
                    demand.count(),
                    demand.memory().onDevice(largestCardMiB) * demand.count(),
                    (long) demand.cores() * demand.count()));
      }
    }
    return size;
  }

  private String line(Steps.Step step) {
    List<String> amounts = new ArrayList<>();
    for (String family : pod.families()) {
      if (asks(step, family)) {
        amounts.add(amount(step, family));
      }
    }
    return who(step) + ": " + String.join("; ", amounts);
  }

  private boolean asks(Steps.Step step, String family) {
    return step.members().stream()
        .anyMatch(i -> pod.containers().get(i).demands().containsKey(family));
  }

  /** {@code init container `prepare` beside sidecar `proxy`}, {@code containers `a`, `b`}. */
  private String who(Steps.Step step) {
    String main =
        step.index() == Steps.STEADY
            ? names("container", step, ContainerKind.APP)
            : names("init container", step, ContainerKind.INIT);
    String sidecars = names("sidecar", step, ContainerKind.SIDECAR);
    if (main.isEmpty() || sidecars.isEmpty()) {
      return main + sidecars;
    }
    return main + " beside " + sidecars;
  }

  private String names(String word, Steps.Step step, ContainerKind kind) {
    List<String> names =
        step.members().stream()
            .map(pod.containers()::get)
            .filter(container -> container.kind() == kind && !container.demands().isEmpty())
            .map(container -> "`" + container.name() + "`")
            .toList();
    return switch (names.size()) {
      case 0 -> "";
      case 1 -> word + " " + names.get(0);
      default -> word + "s " + String.join(", ", names);
    };
  }

  /** {@code 2 NVIDIA devices, 20480 MiB, 60 % cores}. */
  private String amount(Steps.Step step, String family) {
    NamespaceAmount known =
        Steps.need(
            step,
            i -> Footprints.asked(pod.containers().get(i), family),
            Accumulation.IN_NAMESPACE);
    List<String> parts = new ArrayList<>();
    parts.add(known.count() + " " + family + (known.count() == 1 ? " device" : " devices"));
    String memory = memory(step, family, known.memoryMiB());
    if (!memory.isEmpty()) {
      parts.add(memory);
    }
    if (known.cores() > 0) {
      parts.add(known.cores() + " % cores");
    }
    return String.join(", ", parts);
  }

  private String memory(Steps.Step step, String family, long knownMiB) {
    List<String> parts = new ArrayList<>();
    if (knownMiB > 0) {
      parts.add(knownMiB + " MiB");
    }
    for (int member : step.members()) {
      ContainerSpec container = pod.containers().get(member);
      Demand demand = container.demands().get(family);
      if (demand != null && demand.memory() instanceof MemoryDemand.Percent percent) {
        parts.add(
            (percent.percent() == 100 ? "all" : percent.percent() + " %")
                + " of the memory of "
                + (demand.count() == 1 ? "1 card" : demand.count() + " cards"));
      }
    }
    return parts.stream().collect(Collectors.joining(" and "));
  }
}
