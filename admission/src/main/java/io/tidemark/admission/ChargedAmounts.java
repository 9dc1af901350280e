package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.family.DemandRules;
import io.tidemark.api.family.DemandRules.UnreadableDemandException;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.DeviceFamily.Several;
import io.tidemark.api.family.ResourceAsk;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes what a container will be charged into its resources, where it asks for something else and
 * its device plugin reads them: a count that is rounded up, the memory of a template, all cores of
 * each of several cards. What is written is charged the same again.
 */
final class ChargedAmounts {
  /** Where the API server compares two amounts, both are written. */
  private static final List<String> KINDS = List.of("limits", "requests");

  void complete(PodPatch patch, PodContainers.Placed container, DeviceFamily family) {
    Optional<Demand> demanded = demand(container, family);
    if (demanded.isEmpty()) {
      return;
    }
    Demand demand = demanded.get();
    DeviceFamily.Admission rules = family.admission();
    // Looked at before anything is written: what is written looks like something asked.
    boolean allCores = rules.writesCores() && allCores(demand, family, container);
    if (!family.count().roundUp().isEmpty()) {
      write(patch, container, family.resources().count(), demand.count());
    }
    if (rules.writesMemory() && demand.memory() instanceof MemoryDemand.Mib memory) {
      long mib = family.memory().perContainer() ? memory.mib() * demand.count() : memory.mib();
      // Rounded down: a template that is no multiple of the unit must not become the next one.
      write(patch, container, family.resources().memory(), mib / family.memory().factor());
    }
    if (allCores) {
      write(
          patch,
          container,
          family.resources().cores(),
          (long) family.cores().perCard() * demand.count());
    }
  }

  private static boolean allCores(
      Demand demand, DeviceFamily family, PodContainers.Placed container) {
    boolean several =
        demand.count() > 1
            && (family.count().several() == Several.ALL_CORES
                || family.count().several() == Several.WHOLE_CARDS);
    BigDecimal memory = ResourceAsk.read(container.json(), family).memory();
    boolean wholeCard =
        family.cores().allOfWholeCard() && demand.cores() == family.cores().perCard();
    return several || (wholeCard && (memory == null || memory.signum() == 0));
  }

  private static void write(
      PodPatch patch, PodContainers.Placed container, @Nullable String name, long amount) {
    if (name == null) {
      return;
    }
    JsonNode value = TextNode.valueOf(Long.toString(amount));
    for (String kind : KINDS) {
      JsonNode written = container.resources(kind).path(name);
      boolean missing = written.isMissingNode() || written.isNull();
      if (missing ? kind.equals("limits") : !equal(written, amount)) {
        patch.set(container.at("resources", kind, name), value);
      }
    }
  }

  private static boolean equal(JsonNode written, long amount) {
    BigDecimal read = Quantities.read(written.asText());
    return read != null && read.compareTo(BigDecimal.valueOf(amount)) == 0;
  }

  private static Optional<Demand> demand(PodContainers.Placed container, DeviceFamily family) {
    try {
      return DemandRules.demand(ResourceAsk.read(container.json(), family), family);
    } catch (UnreadableDemandException e) {
      return Optional.empty();
    }
  }
}
