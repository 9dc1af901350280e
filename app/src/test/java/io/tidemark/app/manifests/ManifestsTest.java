package io.tidemark.app.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.EnvConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.tls.TlsConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Objects that name each other, and settings that stand in two of them, must agree. */
class ManifestsTest {
  private final Written written = Written.of(Written.options());

  @Test
  void everySchedulerNameOfOursIsAProfileAndASettingOfTidemark() {
    assertThat(
            Written.texts(
                written.the("KubeSchedulerConfiguration").path("profiles"), "schedulerName"))
        .containsExactly("ours", "theirs");
    assertThat(variable(written, "TIDEMARK_ADMISSION_SCHEDULER_NAMES")).isEqualTo("ours,theirs");
    ManifestOptions o = Written.options();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ManifestOptions(
                    o.namespace(),
                    o.image(),
                    o.kubeSchedulerImage(),
                    List.of(),
                    o.deviceUsers(),
                    o.extender(),
                    o.filterMode(),
                    o.settings()));
  }

  @Test
  void kubeSchedulerWaitsForABindAndLooksAtEveryNode() {
    JsonNode configuration = written.the("KubeSchedulerConfiguration");
    JsonNode extender = configuration.at("/extenders/0");

    assertThat(configuration.path("percentageOfNodesToScore").asInt()).isEqualTo(100);
    assertThat(extender.path("httpTimeout").asText()).isEqualTo("30s");
    assertThat(extender.path("nodeCacheCapable").asBoolean()).isTrue();
    assertThat(extender.path("ignorable").asBoolean(true)).isFalse();
    assertThat(extender.path("filterVerb").asText()).isEqualTo("filter");
    assertThat(extender.path("preemptVerb").asText()).isEqualTo("preempt");
    assertThat(extender.path("bindVerb").asText()).isEqualTo("bind");
  }

  @Test
  void theConfigMapHoldsTheConfigurationThatTheFileIs() {
    String file =
        new Manifests(io.tidemark.api.fixture.Families.BUNDLED, Written.options())
            .yaml(List.of(Part.SCHEDULER_CONFIGURATION));

    assertThat(
            written
                .the("ConfigMap", "tidemark-kube-scheduler")
                .path("data")
                .get("configuration.yaml")
                .asText())
        .startsWith("apiVersion: kubescheduler.config.k8s.io/v1")
        .isSubstringOf(file);
  }

  @Test
  void nodesAreScoredOnlyWhereAFilterAnswersThemAll() {
    Written all = Written.of(Written.options("https://a", FilterMode.ALL));

    assertThat(written.the("KubeSchedulerConfiguration").at("/extenders/0").has("prioritizeVerb"))
        .isFalse();
    assertThat(variable(written, "TIDEMARK_FILTER_MODE")).isEmpty();
    assertThat(all.the("KubeSchedulerConfiguration").at("/extenders/0/prioritizeVerb").asText())
        .isEqualTo("prioritize");
    assertThat(variable(all, "TIDEMARK_FILTER_MODE")).isEqualTo("all");
  }

  @Test
  void theAuthorityIsMountedWhereKubeSchedulerLooksForIt() {
    JsonNode pod = pod(written, "tidemark-kube-scheduler");

    assertThat(
            written.the("KubeSchedulerConfiguration").at("/extenders/0/tlsConfig/caFile").asText())
        .isEqualTo("/tls/authority.pem");
    assertThat(pod.at("/containers/0/volumeMounts/1/mountPath").asText()).isEqualTo("/tls");
    assertThat(pod.at("/volumes/1/secret/items").toString())
        .isEqualTo("[{\"key\":\"ca.crt\",\"path\":\"authority.pem\"}]");
  }

  @Test
  void withoutTlsNoAuthorityIsNeeded() {
    Written plain = Written.of(Written.options("http://127.0.0.1:8080", FilterMode.ONE));
    JsonNode extender = plain.the("KubeSchedulerConfiguration").at("/extenders/0");

    assertThat(extender.has("enableHTTPS")).isFalse();
    assertThat(extender.has("tlsConfig")).isFalse();
    assertThat(pod(plain, "tidemark-kube-scheduler").path("volumes")).hasSize(1);
  }

  @Test
  void onlyTheLeaderIsBehindTheExtender() {
    JsonNode labels = written.the("Deployment", "tidemark").at("/spec/template/metadata/labels");
    JsonNode webhook = written.the("Service", "tidemark-webhook").at("/spec/selector");
    JsonNode extender = written.the("Service", "tidemark-extender").at("/spec/selector");

    assertThat(labels.properties()).containsAll(webhook.properties());
    assertThat(extender.properties()).containsAll(webhook.properties());
    assertThat(extender.path("hami.io/scheduler-role").asText()).isEqualTo("leader");
    assertThat(webhook.has("hami.io/scheduler-role")).isFalse();
    assertThat(labels.has("hami.io/scheduler-role")).as("only leadership sets it").isFalse();
  }

  @Test
  void webhooksCallTheServiceOfAllReplicasAndRefuseWhereItDoesNotAnswer() {
    for (JsonNode configuration :
        written.all("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration")) {
      JsonNode webhook = configuration.at("/webhooks/0");

      assertThat(webhook.at("/clientConfig/service/name").asText()).isEqualTo("tidemark-webhook");
      assertThat(webhook.at("/clientConfig/service/namespace").asText()).isEqualTo("gpu");
      assertThat(webhook.path("failurePolicy").asText()).isEqualTo("Fail");
      assertThat(webhook.path("sideEffects").asText()).isEqualTo("None");
      assertThat(Written.texts(webhook.at("/rules/0/operations"))).containsExactly("CREATE");
    }
    assertThat(
            written
                .the("MutatingWebhookConfiguration")
                .at("/webhooks/0/clientConfig/service/path")
                .asText())
        .isEqualTo("/webhook");
    assertThat(
            written
                .the("ValidatingWebhookConfiguration")
                .at("/webhooks/0/clientConfig/service/path")
                .asText())
        .isEqualTo("/validate");
  }

  /** A variable that is no setting under a known prefix would keep Tidemark from starting. */
  @Test
  void theEnvironmentSetsWhatTheConfigurationKnows() {
    Map<String, String> environment = new TreeMap<>();
    for (JsonNode variable : pod(written, "tidemark").at("/containers/0/env")) {
      environment.put(variable.path("name").asText(), variable.path("value").asText());
    }
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withSources(new EnvConfigSource(environment, 300))
            .addDefaultInterceptors()
            .withConverter(Duration.class, 200, new DurationConverter())
            .withMapping(AdmissionConfig.class)
            .withMapping(TlsConfig.class)
            .build();
    TlsConfig tls = config.getConfigMapping(TlsConfig.class);

    assertThat(config.getConfigMapping(AdmissionConfig.class).schedulerNames())
        .containsExactly("ours", "theirs");
    assertThat(tls.source()).isEqualTo(TlsConfig.Source.SELF_SIGNED);
    assertThat(tls.services())
        .isEqualTo(
            written.all("Service").stream()
                .map(service -> service.at("/metadata/name").asText())
                .toList());
    assertThat(tls.secret())
        .isEqualTo(
            pod(written, "tidemark-kube-scheduler").at("/volumes/1/secret/secretName").asText());
    written.the("MutatingWebhookConfiguration", tls.mutatingWebhook().orElseThrow());
    written.the("ValidatingWebhookConfiguration", tls.validatingWebhook().orElseThrow());
  }

  @Test
  void everyNamespacedObjectIsInTheNamespaceButOne() {
    assertThat(written.all())
        .filteredOn(document -> document.at("/metadata").has("namespace"))
        .filteredOn(document -> !document.at("/metadata/namespace").asText().equals("gpu"))
        .extracting(document -> document.at("/roleRef/name").asText())
        .containsExactly("extension-apiserver-authentication-reader");
    assertThat(written.the("Namespace").at("/metadata/name").asText()).isEqualTo("gpu");
  }

  @Test
  void containersMayDoWhatTheRestrictedStandardAllows() {
    for (JsonNode deployment : written.all("Deployment")) {
      JsonNode pod = deployment.at("/spec/template/spec");
      JsonNode container = pod.at("/containers/0/securityContext");

      assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(pod.at("/securityContext/seccompProfile/type").asText())
          .isEqualTo("RuntimeDefault");
      assertThat(container.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
      assertThat(container.at("/capabilities/drop/0").asText()).isEqualTo("ALL");
      assertThat(container.path("readOnlyRootFilesystem").asBoolean()).isTrue();
    }
  }

  @Test
  void podsAreReplacedWhenTheFilesChangeThatTheyReadAtTheirStart() {
    Written other = Written.of(Written.options("https://elsewhere", FilterMode.ONE));

    assertThat(checksum(written)).isNotEmpty().isNotEqualTo(checksum(other));
    assertThat(checksum(written)).isEqualTo(checksum(Written.of(Written.options())));
  }

  private static String checksum(Written written) {
    return written
        .the("Deployment", "tidemark-kube-scheduler")
        .at("/spec/template/metadata/annotations")
        .path("tidemark.io/files")
        .asText();
  }

  private static JsonNode pod(Written written, String deployment) {
    return written.the("Deployment", deployment).at("/spec/template/spec");
  }

  private static String variable(Written written, String name) {
    for (JsonNode variable : pod(written, "tidemark").at("/containers/0/env")) {
      if (variable.path("name").asText().equals(name)) {
        return variable.path("value").asText();
      }
    }
    return "";
  }
}
