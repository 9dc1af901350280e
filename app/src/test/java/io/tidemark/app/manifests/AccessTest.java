package io.tidemark.app.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every verb is here because it is used; one more is a decision. */
class AccessTest {
  private final Written written = Written.of(Written.options());

  @Test
  void tidemarkMayDoThisInTheCluster() {
    assertThat(rules(written.the("ClusterRole")))
        .containsExactly(
            "pods: get list watch patch",
            "pods/binding: create",
            "nodes: get list watch patch",
            "resourcequotas: get list watch",
            "events: create patch",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io [tidemark]: get patch",
            "validatingwebhookconfigurations.admissionregistration.k8s.io [tidemark]: get patch");
    assertThat(binding("ClusterRoleBinding", "tidemark"))
        .isEqualTo("ClusterRole tidemark -> gpu/tidemark");
  }

  @Test
  void tidemarkMayDoThisInItsNamespace() {
    assertThat(rules(written.the("Role", "tidemark")))
        .containsExactly(
            "leases.coordination.k8s.io: create",
            "leases.coordination.k8s.io [tidemark]: get update",
            "secrets: create",
            "secrets [tidemark-tls]: get update");
    assertThat(binding("RoleBinding", "tidemark")).isEqualTo("gpu: Role tidemark -> gpu/tidemark");
  }

  @Test
  void kubeSchedulerHasKubernetesOwnRolesAndItsLease() {
    String account = "gpu/tidemark-kube-scheduler";
    assertThat(rules(written.the("Role", "tidemark-kube-scheduler")))
        .containsExactly(
            "leases.coordination.k8s.io: create",
            "leases.coordination.k8s.io [tidemark-kube-scheduler]: get update");
    assertThat(written.all("ClusterRoleBinding", "RoleBinding").stream().map(AccessTest::binding))
        .filteredOn(binding -> binding.endsWith(account))
        .containsExactly(
            "ClusterRole system:kube-scheduler -> " + account,
            "ClusterRole system:volume-scheduler -> " + account,
            "kube-system: Role extension-apiserver-authentication-reader -> " + account,
            "gpu: Role tidemark-kube-scheduler -> " + account);
  }

  @Test
  void onlyTidemarkAndTheGivenUsersMayWritePlacementsAndLocks() {
    for (JsonNode policy : written.all("ValidatingAdmissionPolicy")) {
      assertThat(policy.at("/spec/matchConditions/0/expression").asText())
          .isEqualTo(
              """
              !(request.userInfo.username in [
                'system:serviceaccount:gpu:tidemark',
                'system:serviceaccount:plugins:a',
                'system:serviceaccount:plugins:b'
              ])""");
      assertThat(policy.at("/spec/failurePolicy").asText()).isEqualTo("Fail");
    }
  }

  @Test
  void everyPolicyIsBound() {
    assertThat(
            written.all("ValidatingAdmissionPolicyBinding").stream()
                .map(binding -> binding.at("/spec/policyName").asText()))
        .isEqualTo(
            written.all("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.at("/metadata/name").asText())
                .toList());
  }

  private static List<String> rules(JsonNode role) {
    List<String> rules = new ArrayList<>();
    for (JsonNode rule : role.path("rules")) {
      String group = rule.at("/apiGroups/0").asText();
      String names =
          rule.has("resourceNames") ? " " + Written.texts(rule.get("resourceNames")) : "";
      rules.add(
          rule.at("/resources/0").asText()
              + (group.isEmpty() ? "" : "." + group)
              + names
              + ": "
              + String.join(" ", Written.texts(rule.path("verbs"))));
      assertThat(rule.path("apiGroups")).hasSize(1);
      assertThat(rule.path("resources")).hasSize(1);
    }
    return rules;
  }

  private String binding(String kind, String name) {
    return binding(written.the(kind, name));
  }

  private static String binding(JsonNode binding) {
    JsonNode subject = binding.at("/subjects/0");
    assertThat(binding.path("subjects")).hasSize(1);
    String namespace = binding.at("/metadata/namespace").asText();
    return (namespace.isEmpty() ? "" : namespace + ": ")
        + binding.at("/roleRef/kind").asText()
        + " "
        + binding.at("/roleRef/name").asText()
        + " -> "
        + subject.path("namespace").asText()
        + "/"
        + subject.path("name").asText();
  }
}
