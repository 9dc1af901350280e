package io.tidemark.app.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.server.mock.EnableKubernetesMockClient;
import io.tidemark.app.tls.SelfSignedCertificates.Writes;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@EnableKubernetesMockClient(crud = true, https = false)
class SelfSignedCertificatesTest {
  private static int tests;

  @SuppressWarnings("NullAway.Init") // The extension sets it.
  static KubernetesClient client;

  /** Each test has its own; they share the server, which takes a while to start. */
  private final String namespace = "gpu-" + tests++;

  private final String webhooks = "tidemark-" + namespace;

  private Instant now = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void whoeverComesFirstMakesTheSecretAndTheOthersReadIt() throws Exception {
    ServingCertificate first = replica(false).read();
    assertThat(replica(false).read().chain()).isEqualTo(first.chain());
    assertThat(replica(true).read().chain()).isEqualTo(first.chain());
    assertThat(secret().getType()).isEqualTo("kubernetes.io/tls");
    assertThat(secret().getData()).containsOnlyKeys("ca.crt", "ca.key", "tls.crt", "tls.key");
  }

  @Test
  void replicasThatComeAtOnceAgreeOnOneCertificate() {
    List<CompletableFuture<List<?>>> reads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      SelfSignedCertificates replica = replica(i == 0);
      reads.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return replica.read().chain();
                } catch (UnusableCertificateException e) {
                  throw new AssertionError(e);
                }
              }));
    }
    Set<List<?>> seen = new HashSet<>();
    reads.forEach(read -> seen.add(read.join()));
    assertThat(seen).hasSize(1);
  }

  @Test
  void aSecretMadeToBeFilledIsFilled() throws Exception {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("tidemark-tls")
                .addToLabels("chart", "tidemark")
                .endMetadata()
                .build())
        .create();
    replica(false).read();
    assertThat(secret().getMetadata().getLabels()).containsEntry("chart", "tidemark");
    assertThat(secret().getData()).containsKey("ca.key");
  }

  @Test
  void onlyTheLeaderRenews() throws Exception {
    ServingCertificate first = replica(false).read();
    now = now.plus(Duration.ofDays(61));
    assertThat(replica(false).read().chain()).isEqualTo(first.chain());
    ServingCertificate renewed = replica(true).read();
    assertThat(renewed.chain()).isNotEqualTo(first.chain());
    assertThat(replica(false).read().chain()).isEqualTo(renewed.chain());
    assertThat(replica(true).read().chain()).isEqualTo(renewed.chain());
  }

  @Test
  void theLeaderKeepsBothWebhooksTrustingTheAuthorityAndWritesOnlyWhatDiffers() throws Exception {
    createWebhooks();
    replica(false).read();
    assertThat(mutatingBundle(0)).isNull();
    replica(true).read();
    String authorities = secret().getData().get("ca.crt");
    assertThat(mutatingBundle(0)).isEqualTo(authorities);
    assertThat(mutatingBundle(1)).isEqualTo(authorities);
    assertThat(validatingBundle()).isEqualTo(authorities);
    String version = mutating().getMetadata().getResourceVersion();
    replica(true).read();
    assertThat(mutating().getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(mutating().getMetadata().getLabels()).containsEntry("team", "gpu");
  }

  @Test
  void aNewAuthorityIsTrustedByTheWebhooksBeforeItsFirstLeafIsUsed() throws Exception {
    createWebhooks();
    SelfSignedCertificates leader = replica(true);
    ServingCertificate old = leader.read();
    leader.read();
    now = now.plus(Duration.ofDays(3650 - 170));
    ServingCertificate before = leader.read();
    assertThat(before.chain()).isEqualTo(old.chain());
    assertThat(trustedBy(mutatingBundle(0))).isEqualTo(2);
    ServingCertificate after = leader.read();
    assertThat(after.chain()).isNotEqualTo(before.chain());
    assertThat(trustedBy(mutatingBundle(0))).isEqualTo(2);
    assertThat(leader.read().chain()).isEqualTo(after.chain());
  }

  @Test
  void aSecretThatCannotBeReadIsNamedWithItsKeyAndLeftAsItIs() throws Exception {
    replica(false).read();
    Map<String, String> data = secret().getData();
    data.put("tls.key", Base64.getEncoder().encodeToString("x".getBytes(StandardCharsets.UTF_8)));
    client.resource(new SecretBuilder(secret()).withData(data).build()).update();
    assertThatThrownBy(() -> replica(true).read())
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessage(
            "Secret " + namespace + "/tidemark-tls tls.key: no unencrypted PEM private key in it");
    assertThat(secret().getData()).isEqualTo(data);
  }

  @Test
  void aLeafThatWasTakenAwayIsMadeAnewByWhoeverComesFirstUnderTheSameAuthority() throws Exception {
    ServingCertificate first = replica(false).read();
    Map<String, String> data = secret().getData();
    String authorities = data.get("ca.crt");
    data.put("tls.crt", "");
    data.put("tls.key", "");
    client.resource(new SecretBuilder(secret()).withData(data).build()).update();
    assertThatThrownBy(() -> replica(true, Writes.NEVER).read())
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContaining("there is no certificate in it");

    ServingCertificate another = replica(false).read();
    assertThat(another.chain()).isNotEqualTo(first.chain());
    assertThat(secret().getData()).containsEntry("ca.crt", authorities);
    assertThat(replica(true).read().chain()).isEqualTo(another.chain());
  }

  @Test
  void aProcessThatMayNotWriteReadsWhatIsThereAndSaysWhatIsNot() throws Exception {
    assertThatThrownBy(() -> replica(true, Writes.NEVER).read())
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContaining("Secret " + namespace + "/tidemark-tls");
    createWebhooks();
    ServingCertificate first = replica(false).read();
    now = now.plus(Duration.ofDays(61));
    assertThat(replica(true, Writes.NEVER).read().chain()).isEqualTo(first.chain());
    assertThat(mutatingBundle(0)).isNull();
  }

  private SelfSignedCertificates replica(boolean leads) {
    return replica(leads, Writes.AS_NEEDED);
  }

  private SelfSignedCertificates replica(boolean leads, Writes writes) {
    return new SelfSignedCertificates(
        new SharedSecret(client, namespace, "tidemark-tls"),
        new CaBundles(client, Optional.of(webhooks), Optional.of(webhooks)),
        new Rotation(
            new CertificateIssuer(new SecureRandom()),
            ServerNames.of(List.of("tidemark"), namespace, List.of()),
            Duration.ofDays(90)),
        new Clock() {
          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }

          @Override
          public Instant instant() {
            return now;
          }
        },
        () -> leads,
        writes);
  }

  private void createWebhooks() {
    client
        .resource(
            new MutatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(webhooks)
                .addToLabels("team", "gpu")
                .endMetadata()
                .addNewWebhook()
                .withName("pods.tidemark.io")
                .withNewClientConfig()
                .endClientConfig()
                .endWebhook()
                .addNewWebhook()
                .withName("more.tidemark.io")
                .withNewClientConfig()
                .withCaBundle("b2xk")
                .endClientConfig()
                .endWebhook()
                .build())
        .create();
    client
        .resource(
            new ValidatingWebhookConfigurationBuilder()
                .withNewMetadata()
                .withName(webhooks)
                .endMetadata()
                .addNewWebhook()
                .withName("pods.tidemark.io")
                .withNewClientConfig()
                .endClientConfig()
                .endWebhook()
                .build())
        .create();
  }

  private Secret secret() {
    return client.secrets().inNamespace(namespace).withName("tidemark-tls").get();
  }

  private MutatingWebhookConfiguration mutating() {
    return client
        .admissionRegistration()
        .v1()
        .mutatingWebhookConfigurations()
        .withName(webhooks)
        .get();
  }

  private String mutatingBundle(int webhook) {
    return mutating().getWebhooks().get(webhook).getClientConfig().getCaBundle();
  }

  private String validatingBundle() {
    return client
        .admissionRegistration()
        .v1()
        .validatingWebhookConfigurations()
        .withName(webhooks)
        .get()
        .getWebhooks()
        .get(0)
        .getClientConfig()
        .getCaBundle();
  }

  private static int trustedBy(String bundle) throws UnusableCertificateException {
    String pem = new String(Base64.getDecoder().decode(bundle), StandardCharsets.UTF_8);
    return Pem.certificates(pem, "caBundle").size();
  }
}
