package io.tidemark.controlplane.junit;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.process.Waiting;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A namespace of one test.
 *
 * @param name as the API server has it
 * @param client an administrator
 */
public record TestNamespace(String name, KubernetesClient client) implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LONGEST_LABEL = 40;
  private static final AtomicInteger NUMBER = new AtomicInteger();

  /**
   * Makes one, and waits for the service account without which no pod is admitted.
   *
   * @param label a word for people who look at the cluster
   * @param accounts whether a controller makes service accounts
   */
  static TestNamespace create(KubernetesClient client, String label, boolean accounts) {
    String word = label.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String name =
        "t%d-%d-%s"
            .formatted(
                ProcessHandle.current().pid(),
                NUMBER.incrementAndGet(),
                word.substring(0, Math.min(word.length(), LONGEST_LABEL)))
            .replaceAll("-+$", "");
    client
        .resource(new NamespaceBuilder().withNewMetadata().withName(name).endMetadata().build())
        .create();
    if (accounts) {
      Waiting.until(
          "the default service account of " + name,
          PATIENCE,
          () -> client.serviceAccounts().inNamespace(name).withName("default").get() != null);
    }
    return new TestNamespace(name, client);
  }

  /** Deletes all pods at once and then the namespace, which goes in the background. */
  @Override
  public void close() {
    client.pods().inNamespace(name).withGracePeriod(0).delete();
    client.namespaces().withName(name).delete();
  }
}
