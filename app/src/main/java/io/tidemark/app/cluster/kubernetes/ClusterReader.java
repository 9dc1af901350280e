package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.InvalidConfigurationException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads a cluster, and has no way to write to it. */
public final class ClusterReader implements AutoCloseable {
  private final KubernetesClient client;
  private final Closeable closing;
  private final ApiServer server;
  private final ClusterConfig config;
  private final Clock clock;

  /** A kind of objects that can be read. */
  public enum Kind {
    NODE("Node", "v1", "nodes"),
    RESOURCE_QUOTA("ResourceQuota", "v1", "resourcequotas"),
    POD("Pod", "v1", "pods"),
    NAMESPACE("Namespace", "v1", "namespaces"),
    PRIORITY_CLASS("PriorityClass", "scheduling.k8s.io/v1", "scheduling.k8s.io/v1/priorityclasses");

    private final String word;
    private final String apiVersion;
    private final String resource;

    Kind(String word, String apiVersion, String resource) {
      this.word = word;
      this.apiVersion = apiVersion;
      this.resource = resource;
    }

    public String word() {
      return word;
    }

    public String apiVersion() {
      return apiVersion;
    }

    /** As RBAC names it. */
    public String plural() {
      return resource.substring(resource.lastIndexOf('/') + 1);
    }
  }

  ClusterReader(KubernetesClient client, Closeable closing, ClusterConfig config, Clock clock) {
    this.client = client;
    this.closing = closing;
    this.server = ApiServer.of(client, config.requestTimeout());
    this.config = config;
    this.clock = clock;
  }

  /** The namespace of the kubeconfig's context; {@code default} where it names none. */
  public String namespace() {
    String namespace = client.getNamespace();
    return namespace == null || namespace.isEmpty() ? "default" : namespace;
  }

  /**
   * Reads all objects of a kind, in all namespaces, whole.
   *
   * @param kept what is kept of an object, as they come
   * @throws InvalidConfigurationException where the API server cannot be reached or does not let us
   */
  public <T> List<T> list(Kind kind, Function<JsonNode, T> kept) {
    ListPages pages =
        new ListPages(server, config.listPageSize(), config.listTimeout(), ListPages.Objects.WHOLE);
    List<T> items = new ArrayList<>();
    ListPages.Outcome outcome = pages.read(kind.resource, item -> items.add(kept.apply(item)));
    if (outcome instanceof ListPages.Outcome.Expired) {
      items.clear();
      outcome = pages.readAtOnce(kind.resource, item -> items.add(kept.apply(item)));
    }
    if (outcome instanceof ListPages.Outcome.Failed failed) {
      throw new InvalidConfigurationException(
          "the API server at "
              + server.url()
              + " does not list "
              + kind.plural()
              + ": "
              + failed.reason());
    }
    return List.copyOf(items);
  }

  /** A feed of everything that is observed from now on, not yet started. */
  public ClusterFeed feed(
      ObjectReader reader, ClusterFeed.Sink sink, ClusterFeed.Listener listener) {
    return new ClusterFeed(server, reader, FeedSettings.of(config), clock, sink, listener);
  }

  @Override
  public void close() {
    try {
      closing.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
