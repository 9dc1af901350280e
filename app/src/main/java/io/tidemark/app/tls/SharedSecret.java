package io.tidemark.app.tls;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The Secret that the replicas share. Every write is under the resourceVersion that was read. */
final class SharedSecret {
  /**
   * What was read.
   *
   * @param secret null where there is none
   */
  record Version(@Nullable Secret secret, Optional<SelfSigned> content) {}

  private final KubernetesClient client;
  private final String namespace;
  private final String name;

  SharedSecret(KubernetesClient client, String namespace, String name) {
    this.client = client;
    this.namespace = namespace;
    this.name = name;
  }

  String place() {
    return "Secret " + namespace + "/" + name;
  }

  Version read() throws UnusableCertificateException {
    Secret secret = client.secrets().inNamespace(namespace).withName(name).get();
    return new Version(
        secret, SecretContent.read(secret == null ? null : secret.getData(), place()));
  }

  /**
   * @return false where another was faster; then it is to be read again
   */
  boolean write(Version read, SelfSigned content) {
    Map<String, String> data = SecretContent.of(content);
    Secret secret = read.secret();
    try {
      if (secret == null) {
        client.resource(newSecret(data)).create();
      } else {
        client.resource(new SecretBuilder(secret).addToData(data).build()).update();
      }
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
        return false;
      }
      throw e;
    }
  }

  private Secret newSecret(Map<String, String> data) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .addToLabels("app.kubernetes.io/name", "tidemark")
        .addToLabels("app.kubernetes.io/managed-by", "tidemark")
        .endMetadata()
        .withType("kubernetes.io/tls")
        .addToData(data)
        .build();
  }
}
