package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.app.json.JsonFields;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps of an object of a cluster what decisions read, and nothing else: no commands, volumes or
 * images, no messages of containers, no variables but those that device families know by name, and
 * no annotations but those of the domains that device families use.
 */
final class NeededFields {
  /** Besides the domains of the families. */
  private static final List<String> DOMAINS = List.of("hami.io", "tidemark.io");

  private static final List<String> METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "creationTimestamp",
          "deletionTimestamp",
          "labels");

  /** Fields of sections, by kind; what stands under them is kept whole. */
  private static final Map<String, List<String>> FIELDS =
      Map.of(
          "Node",
          List.of("spec.unschedulable", "spec.taints", "status.allocatable", "status.capacity"),
          "Pod",
          List.of(
              "spec.nodeName",
              "spec.schedulerName",
              "spec.priority",
              "spec.priorityClassName",
              "spec.preemptionPolicy",
              "spec.activeDeadlineSeconds",
              "spec.schedulingGates",
              "spec.schedulingGroup",
              "spec.nodeSelector",
              "spec.affinity",
              "spec.tolerations",
              "spec.overhead",
              "spec.resources",
              "spec.runtimeClassName",
              "spec.restartPolicy",
              "status.phase"),
          "ResourceQuota",
          List.of("spec.hard", "spec.scopes", "spec.scopeSelector"),
          "Namespace",
          List.of(),
          "PriorityClass",
          List.of("value", "globalDefault", "preemptionPolicy"));

  private static final List<String> CONDITION =
      List.of("type", "status", "reason", "lastTransitionTime");

  private final Set<String> domains = new TreeSet<>(DOMAINS);
  private final Set<String> variables = new TreeSet<>();

  NeededFields(DeviceFamilies families) {
    for (DeviceFamily family : families.all()) {
      names(family).map(NeededFields::domain).forEach(domains::add);
      DeviceFamily.Admission admission = family.admission();
      Stream.of(
              admission.priorityEnv(),
              admission.corePolicyEnv(),
              admission.containerNameEnv(),
              admission.hideDevices() == null ? null : admission.hideDevices().name())
          .forEach(name -> addIfGiven(variables, name));
    }
  }

  private static void addIfGiven(Set<String> names, @Nullable String name) {
    if (name != null) {
      names.add(name);
    }
  }

  private static Stream<String> names(DeviceFamily family) {
    DeviceFamily.Inventory inventory = family.inventory();
    DeviceFamily.Selection selection = family.selection();
    return Stream.of(
            family.resources().names().stream(),
            Stream.of(
                    inventory.register(),
                    inventory.handshake(),
                    inventory.cordon(),
                    inventory.pairScores(),
                    family.annotations().toAllocate(),
                    family.annotations().allocated(),
                    selection.useType(),
                    selection.avoidType(),
                    selection.mode(),
                    selection.numaBind(),
                    family.lockKey())
                .filter(Objects::nonNull),
            selection.useUuid().stream(),
            selection.avoidUuid().stream(),
            family.admission().allowedAnnotations().keySet().stream())
        .flatMap(names -> names)
        .map(name -> (String) name);
  }

  private static String domain(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }

  /**
   * A copy with what is needed.
   *
   * @param kind of the object, which items of a list do not say themselves
   */
  ObjectNode of(String kind, String apiVersion, JsonNode object) {
    ObjectNode kept = JsonNodeFactory.instance.objectNode();
    kept.put("apiVersion", apiVersion).put("kind", kind);
    JsonNode metadata = object.path("metadata");
    ObjectNode keptMetadata = kept.putObject("metadata");
    METADATA.forEach(field -> keep(metadata, field, keptMetadata));
    annotations(metadata.path("annotations"), keptMetadata);
    for (String path : FIELDS.getOrDefault(kind, List.of())) {
      int dot = path.indexOf('.');
      if (dot < 0) {
        keep(object, path, kept);
      } else {
        String section = path.substring(0, dot);
        String field = path.substring(dot + 1);
        if (object.path(section).has(field)) {
          keep(object.path(section), field, kept.withObject("/" + section));
        }
      }
    }
    if (kind.equals("Pod")) {
      pod(object, kept);
    }
    return kept;
  }

  private void annotations(JsonNode annotations, ObjectNode metadata) {
    annotations
        .properties()
        .forEach(
            entry -> {
              if (domains.contains(domain(entry.getKey()))) {
                metadata.withObject("/annotations").set(entry.getKey(), entry.getValue());
              }
            });
  }

  private void pod(JsonNode pod, ObjectNode kept) {
    for (String list : List.of("initContainers", "containers")) {
      each(pod.path("spec").path(list), kept, "spec", list, this::container);
    }
    for (String list : List.of("initContainerStatuses", "containerStatuses")) {
      each(pod.path("status").path(list), kept, "status", list, NeededFields::status);
    }
    each(
        pod.path("status").path("conditions"),
        kept,
        "status",
        "conditions",
        condition -> JsonFields.only(condition, CONDITION::contains));
  }

  private interface Part {
    ObjectNode of(JsonNode whole);
  }

  private static void each(
      JsonNode list, ObjectNode kept, String section, String field, Part part) {
    if (list.isArray() && !list.isEmpty()) {
      ArrayNode array = kept.withObject("/" + section).putArray(field);
      list.forEach(entry -> array.add(part.of(entry)));
    }
  }

  private ObjectNode container(JsonNode container) {
    ObjectNode kept =
        JsonFields.only(container, Set.of("name", "restartPolicy", "resources")::contains);
    JsonNode privileged = container.path("securityContext").path("privileged");
    if (!privileged.isMissingNode()) {
      kept.putObject("securityContext").set("privileged", privileged);
    }
    for (JsonNode variable : container.path("env")) {
      if (variables.contains(variable.path("name").asText(""))) {
        kept.withArray("/env").add(JsonFields.only(variable, Set.of("name", "value")::contains));
      }
    }
    return kept;
  }

  /** The state by which progress is told; messages of containers may say anything. */
  private static ObjectNode status(JsonNode status) {
    ObjectNode kept = JsonFields.only(status, "name"::equals);
    status
        .path("state")
        .properties()
        .forEach(
            state ->
                kept.withObject("/state")
                    .set(
                        state.getKey(),
                        JsonFields.only(
                            state.getValue(),
                            Set.of("exitCode", "reason", "startedAt", "finishedAt")::contains)));
    return kept;
  }

  private static void keep(JsonNode from, String field, ObjectNode to) {
    JsonNode value = from.path(field);
    if (!value.isMissingNode()) {
      to.set(field, value);
    }
  }
}
