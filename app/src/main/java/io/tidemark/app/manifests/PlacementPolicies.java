package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.PlacementKeys;
import io.tidemark.app.cluster.ObservedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Who may write placements and node locks. Whoever could write them would be charged what he likes,
 * be given another pod's devices, or stop a node. The policies are evaluated inside the API server
 * and hold while Tidemark is down.
 */
final class PlacementPolicies {
  private static final String API = "admissionregistration.k8s.io/v1";
  private static final String PLACEMENTS = "tidemark-placements";
  private static final String NODE_LOCKS = "tidemark-node-locks";

  private final DeviceFamilies families;
  private final ManifestOptions options;

  PlacementPolicies(DeviceFamilies families, ManifestOptions options) {
    this.families = families;
    this.options = options;
  }

  List<Manifest> documents() {
    return List.of(
        new Manifest(
            """
            Only Tidemark and the device plugins may set, change or remove what a pod was given.
            pods/status is here because a write of it can carry annotations, and the binding
            because the API server copies those of a Binding into the pod; that copy itself is no
            request and is not judged. Other writes of a pod that carries the keys pass.
            Who may write: matchConditions, written by tidemark manifests --device-user.""",
            policy(
                PLACEMENTS,
                List.of(
                    rule(List.of("CREATE", "UPDATE"), List.of("pods", "pods/status")),
                    rule(List.of("CREATE"), List.of("pods/binding", "bindings"))),
                PlacementKeys.annotations(families),
                List.of(PlacementKeys.NODE))),
        binding(PLACEMENTS),
        new Manifest(
            "The lock under which a node takes one pod at a time.",
            policy(
                NODE_LOCKS,
                List.of(rule(List.of("CREATE", "UPDATE"), List.of("nodes", "nodes/status"))),
                lockKeys(),
                List.of())),
        binding(NODE_LOCKS));
  }

  private Map<String, Object> policy(
      String name, List<Object> rules, List<String> annotations, List<String> labels) {
    return Tree.object(
        API,
        "ValidatingAdmissionPolicy",
        Names.metadata(name),
        "spec",
        Tree.map(
            "failurePolicy",
            "Fail",
            "matchConstraints",
            Tree.map("matchPolicy", "Equivalent", "resourceRules", rules),
            "matchConditions",
            List.of(
                Tree.map(
                    "name",
                    "other-users",
                    "expression",
                    "!(request.userInfo.username in " + Cel.list(users()) + ")")),
            "variables",
            variables(annotations, labels),
            "validations",
            List.of(
                Tree.map(
                    "expression",
                    "size(variables.changed) == 0",
                    "messageExpression",
                    "variables.changed.join(', ') + ' may be written only by the scheduler and the"
                        + " device plugins, not by ' + request.userInfo.username",
                    "reason",
                    "Forbidden"))));
  }

  private static List<Object> variables(List<String> annotations, List<String> labels) {
    List<Object> variables = new ArrayList<>();
    variables.addAll(kept("annotations"));
    String changed = changed("annotations", "annotation", annotations);
    if (!labels.isEmpty()) {
      variables.addAll(kept("labels"));
      changed += " + " + changed("labels", "label", labels);
    }
    variables.add(Tree.map("name", "changed", "expression", changed));
    return variables;
  }

  /** A map of the metadata as it is to be, and as it was: empty where there was no object. */
  private static List<Object> kept(String field) {
    return List.of(
        Tree.map("name", field, "expression", "object.metadata.?" + field + ".orValue({})"),
        Tree.map(
            "name",
            "old_" + field,
            "expression",
            "oldObject == null ? {} : oldObject.metadata.?" + field + ".orValue({})"));
  }

  private static String changed(String field, String kind, List<String> keys) {
    return "%s.filter(key, variables.%s[?key] != variables.old_%s[?key]).map(key, '%s ' + key)"
        .formatted(Cel.list(keys), field, field, kind);
  }

  private List<String> lockKeys() {
    List<String> keys = new ArrayList<>(List.of(ObservedNode.LOCK_KEY));
    for (DeviceFamily family : families.all()) {
      if (family.lockKey() != null) {
        keys.add(family.lockKey());
      }
    }
    return keys;
  }

  private List<String> users() {
    List<String> users = new ArrayList<>();
    users.add(Names.serviceAccountUser(options.namespace(), Names.TIDEMARK));
    users.addAll(options.deviceUsers());
    return users;
  }

  private static Object rule(List<String> operations, List<String> resources) {
    return Tree.map(
        "apiGroups",
        List.of(""),
        "apiVersions",
        List.of("v1"),
        "resources",
        resources,
        "operations",
        operations);
  }

  private static Manifest binding(String policy) {
    return new Manifest(
        "",
        Tree.object(
            API,
            "ValidatingAdmissionPolicyBinding",
            Names.metadata(policy),
            "spec",
            Tree.map("policyName", policy, "validationActions", List.of("Deny"))));
  }
}
