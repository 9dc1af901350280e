package io.tidemark.app.manifests;

import io.tidemark.api.family.DeviceFamilies;
import java.util.List;
import java.util.Map;

/** What makes the API server ask Tidemark about new pods, and about no others than those. */
final class Webhooks {
  private static final String API = "admissionregistration.k8s.io/v1";

  /** The label by which HAMi's users keep a pod or a namespace from being looked at. */
  private static final String IGNORE_LABEL = "hami.io/webhook";

  private static final int TIMEOUT_SECONDS = 10;

  private final DeviceFamilies families;
  private final ManifestOptions options;

  Webhooks(DeviceFamilies families, ManifestOptions options) {
    this.families = families;
    this.options = options;
  }

  List<Manifest> documents() {
    Map<String, Object> mutating = webhook("pods.tidemark.io", "/webhook");
    mutating.put("reinvocationPolicy", "IfNeeded");
    return List.of(
        new Manifest(
            """
            Brings a pod that asks for devices into the form in which it is scheduled and run.
            matchConditions are evaluated inside the API server: a pod that names none of these
            resources is created as ever, also while Tidemark is down; one that names any is then
            refused. Tidemark fills in caBundle by itself.""",
            Tree.object(
                API,
                "MutatingWebhookConfiguration",
                Names.metadata(Names.TIDEMARK),
                "webhooks",
                List.of(mutating))),
        new Manifest(
            """
            Judges the same pods after every other webhook has changed them: a GPU that was added
            later is noticed here, and quotas are checked against what will really run.""",
            Tree.object(
                API,
                "ValidatingWebhookConfiguration",
                Names.metadata(Names.TIDEMARK),
                "webhooks",
                List.of(webhook("validate-pods.tidemark.io", "/validate")))));
  }

  private Map<String, Object> webhook(String name, String path) {
    return Tree.map(
        "name",
        name,
        "clientConfig",
        Tree.map(
            "service",
            Tree.map(
                "namespace",
                options.namespace(),
                "name",
                Names.WEBHOOK_SERVICE,
                "path",
                path,
                "port",
                443)),
        "rules",
        // What a pod asks for cannot be changed after CREATE, and ephemeral containers ask for
        // nothing.
        List.of(
            Tree.map(
                "apiGroups",
                List.of(""),
                "apiVersions",
                List.of("v1"),
                "resources",
                List.of("pods"),
                "operations",
                List.of("CREATE"),
                "scope",
                "Namespaced")),
        "matchPolicy",
        "Equivalent",
        "matchConditions",
        List.of(
            // A pod without containers is for the API server to refuse.
            Tree.map(
                "name",
                "has-containers",
                "expression",
                "object.spec.?containers.orValue(null) != null"),
            Tree.map("name", "asks-for-devices", "expression", Cel.asksForDevices(families))),
        "namespaceSelector",
        notIgnored(),
        "objectSelector",
        notIgnored(),
        "failurePolicy",
        "Fail",
        "sideEffects",
        "None",
        "timeoutSeconds",
        TIMEOUT_SECONDS,
        "admissionReviewVersions",
        List.of("v1"));
  }

  private static Map<String, Object> notIgnored() {
    return Tree.map(
        "matchExpressions",
        List.of(Tree.map("key", IGNORE_LABEL, "operator", "NotIn", "values", List.of("ignore"))));
  }
}
