package io.tidemark.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.tidemark.api.family.DemandRules;
import io.tidemark.api.family.DemandRules.UnreadableDemandException;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.ResourceAsk;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.MemoryDemand;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a pod of ours is scheduled and run (protocol, section 3, steps 5 and 7). A pod
 * in normal form is left as it is, so a second review, or one after another webhook's change, adds
 * only what is missing.
 */
final class NormalForm {
  private static final JsonNode ALL_CORES = TextNode.valueOf("100");

  private final DeviceFamilies families;
  private final ChargedAmounts amounts = new ChargedAmounts();

  NormalForm(DeviceFamilies families) {
    this.families = families;
  }

  /** Completes what the containers ask for. Whether the pod is ours shows only after this. */
  void completeResources(PodPatch patch) {
    for (DeviceFamily family : asked(patch)) {
      for (PodContainers.Placed container : PodContainers.of(patch.pod())) {
        mirrorRequests(patch, container, family);
        defaultCount(patch, container, family);
        allCoresOfWholeCard(patch, container, family);
        amounts.complete(patch, container, family);
      }
    }
  }

  /** The families that some container names a resource of. */
  private Collection<DeviceFamily> asked(PodPatch patch) {
    Map<String, DeviceFamily> asked = new TreeMap<>();
    for (PodContainers.Placed container : PodContainers.of(patch.pod())) {
      families.namedBy(container.json()).forEach(family -> asked.put(family.word(), family));
    }
    return asked.values();
  }

  /** Completes the rest of a pod that asks. */
  void completeSettings(PodPatch patch, @Nullable String schedulerName) {
    for (DeviceFamily family : families.all()) {
      boolean asked = false;
      for (PodContainers.Placed container : PodContainers.of(patch.pod())) {
        boolean asks = demand(container, family).isPresent();
        asked |= asks;
        environment(patch, container, family, asks);
      }
      runtimeClass(patch, family, asked);
      if (asked) {
        annotations(patch, family);
      }
    }
    if (schedulerName != null) {
      patch.set(List.of("spec", "schedulerName"), TextNode.valueOf(schedulerName));
    }
  }

  private void annotations(PodPatch patch, DeviceFamily family) {
    JsonNode written = patch.pod().path("metadata").path("annotations");
    family
        .admission()
        .setAnnotations()
        .forEach(
            (key, value) -> {
              if (!written.hasNonNull(key)) {
                annotate(patch, key, value);
              }
            });
    String countKey = family.admission().severalCountAnnotation();
    if (countKey == null) {
      return;
    }
    for (PodContainers.Placed container : PodContainers.of(patch.pod())) {
      demand(container, family)
          .filter(demand -> demand.count() > 1)
          .ifPresent(demand -> annotate(patch, countKey, Integer.toString(demand.count())));
    }
  }

  private static void annotate(PodPatch patch, String key, String value) {
    JsonNode present = patch.pod().path("metadata").path("annotations").path(key);
    if (!present.asText("").equals(value)) {
      patch.set(List.of("metadata", "annotations", key), TextNode.valueOf(value));
    }
  }

  /** The API server takes an extended resource in requests only where limits name the same. */
  private static void mirrorRequests(
      PodPatch patch, PodContainers.Placed container, DeviceFamily family) {
    for (String name : family.resources().names()) {
      if (container.resources("requests").hasNonNull(name)
          && !container.resources("limits").hasNonNull(name)) {
        limit(patch, container, name, container.resources("requests").get(name));
      }
    }
  }

  private static void defaultCount(
      PodPatch patch, PodContainers.Placed container, DeviceFamily family) {
    ResourceAsk ask = ResourceAsk.read(container.json(), family);
    boolean asksForPart =
        ask.memory() != null || ask.memoryPercent() != null || ask.cores() != null;
    int count = family.admission().defaultCount();
    if (ask.count() == null && asksForPart && count > 0) {
      limit(
          patch, container, family.resources().count(), TextNode.valueOf(Integer.toString(count)));
    }
  }

  private static void allCoresOfWholeCard(
      PodPatch patch, PodContainers.Placed container, DeviceFamily family) {
    String cores = family.resources().cores();
    if (cores == null
        || !family.admission().wholeCardTakesAllCores()
        || ResourceAsk.read(container.json(), family).cores() != null) {
      return;
    }
    Optional<Demand> demand = demand(container, family);
    if (demand.isPresent() && demand.get().memory().equals(MemoryDemand.WHOLE_CARD)) {
      limit(patch, container, cores, ALL_CORES);
    }
  }

  private void environment(
      PodPatch patch, PodContainers.Placed container, DeviceFamily family, boolean asks) {
    DeviceFamily.Admission rules = family.admission();
    BigDecimal priority = ResourceAsk.read(container.json(), family).priority();
    if (rules.priorityEnv() != null && priority != null) {
      addVariable(
          patch,
          container,
          rules.priorityEnv(),
          priority.setScale(0, RoundingMode.CEILING).toPlainString());
    }
    if (asks
        && rules.corePolicyEnv() != null
        && rules.corePolicy() != null
        && !rules.corePolicy().equals("default")) {
      addVariable(patch, container, rules.corePolicyEnv(), rules.corePolicy());
    }
    if (asks && rules.containerNameEnv() != null && !container.name().isEmpty()) {
      addVariable(patch, container, rules.containerNameEnv(), container.name());
    }
    if (!asks && rules.hideDevices() != null && !shows(container, rules.hideDevices())) {
      forceVariable(patch, container, rules.hideDevices());
    }
  }

  /** Whether the container asks for another family whose devices the same variable shows. */
  private boolean shows(PodContainers.Placed container, DeviceFamily.EnvVar hidden) {
    for (DeviceFamily family : families.namedBy(container.json())) {
      DeviceFamily.EnvVar own = family.admission().hideDevices();
      if (own != null
          && own.name().equals(hidden.name())
          && demand(container, family).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static void runtimeClass(PodPatch patch, DeviceFamily family, boolean asked) {
    String runtimeClass = family.admission().runtimeClassName();
    if (asked && runtimeClass != null && !patch.pod().path("spec").hasNonNull("runtimeClassName")) {
      patch.set(List.of("spec", "runtimeClassName"), TextNode.valueOf(runtimeClass));
    }
  }

  /** A variable of that name that the user wrote stays. */
  private static void addVariable(
      PodPatch patch, PodContainers.Placed container, String name, String value) {
    if (lastVariable(container.json(), name) < 0) {
      patch.append(container.at("env"), variable(name, value));
    }
  }

  /**
   * The operator's word against the user's: a container that shows itself devices that it did not
   * ask for uses them uncounted. The last variable of a name is the one that holds.
   */
  private static void forceVariable(
      PodPatch patch, PodContainers.Placed container, DeviceFamily.EnvVar wanted) {
    int last = lastVariable(container.json(), wanted.name());
    if (last < 0) {
      patch.append(container.at("env"), variable(wanted.name(), wanted.value()));
      return;
    }
    JsonNode written = container.json().path("env").get(last);
    if (!written.path("value").asText("").equals(wanted.value())
        || written.hasNonNull("valueFrom")) {
      patch.replaceElement(container.at("env"), last, variable(wanted.name(), wanted.value()));
    }
  }

  private static int lastVariable(JsonNode container, String name) {
    JsonNode env = container.path("env");
    for (int i = env.size() - 1; i >= 0; i--) {
      if (env.get(i).path("name").asText("").equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private static ObjectNode variable(String name, String value) {
    return JsonNodeFactory.instance.objectNode().put("name", name).put("value", value);
  }

  /** Empty for a demand that cannot be read too: such a pod is refused, whatever its form. */
  private static Optional<Demand> demand(PodContainers.Placed container, DeviceFamily family) {
    try {
      return DemandRules.demand(ResourceAsk.read(container.json(), family), family);
    } catch (UnreadableDemandException e) {
      return Optional.empty();
    }
  }

  private static void limit(
      PodPatch patch, PodContainers.Placed container, String name, JsonNode value) {
    patch.set(container.at("resources", "limits", name), value);
  }
}
