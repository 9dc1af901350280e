package io.tidemark.app.cluster.kubernetes;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.app.cluster.ObjectReader;
import io.tidemark.app.config.InvalidConfigurationException;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Instance;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The way to the API server that the application is configured for. Nothing is read or connected
 * before the first call, so commands that need no cluster never look for one.
 */
@ApplicationScoped
public class KubernetesConnection {
  private static final Duration SHORTEST_WATCH = Duration.ofSeconds(10);
  private static final int EVENT_CAPACITY = 1000;

  private static final String NO_API_SERVER =
      "no API server is configured: no kubeconfig was found, and this is not a pod";

  private static final String UNREADABLE = "the configuration of the API server cannot be read: ";

  private final Instance<KubernetesClient> client;
  private final ClusterConfig config;
  private final Clock clock;
  private final AtomicReference<@Nullable PodEvents> events = new AtomicReference<>();

  public KubernetesConnection(
      Instance<KubernetesClient> client, ClusterConfig config, Clock clock) {
    this.client = client;
    this.config = config;
    this.clock = clock;
  }

  /**
   * Finds out whether there is an API server, and whether it lets us do what we need; within a few
   * seconds, whatever the answer.
   *
   * @param writing whether pods are to be bound, not only observed
   * @throws InvalidConfigurationException where {@code tidemark.cluster} says something impossible
   */
  public ProbeResult probe(boolean writing) {
    check();
    ApiServer server;
    try {
      KubernetesClient found = client.get();
      if (isDefault(found.getConfiguration())) {
        return new ProbeResult.Unusable(NO_API_SERVER);
      }
      server = ApiServer.of(found, config.requestTimeout());
    } catch (RuntimeException e) {
      return new ProbeResult.Unusable(UNREADABLE + ApiServer.reason(e));
    }
    return new AccessCheck(server).check(writing);
  }

  /** What the client falls back to where it finds nothing. */
  private static boolean isDefault(Config found) {
    String url = found.getMasterUrl();
    return url.startsWith(Config.DEFAULT_MASTER_URL)
        && found.getCurrentContext() == null
        && found.getOauthToken() == null
        && found.getAutoOAuthToken() == null;
  }

  /** The port to the cluster. */
  public KubernetesCluster cluster(ObjectReader reader) {
    ApiServer server = server();
    PodEvents opened = new PodEvents(server, config.eventSource(), EVENT_CAPACITY, clock);
    PodEvents before = events.getAndSet(opened);
    if (before != null) {
      before.close();
    }
    return new KubernetesCluster(server, reader, opened);
  }

  /** A feed of everything that is observed, not yet started. */
  public ClusterFeed feed(
      ObjectReader reader, ClusterFeed.Sink sink, ClusterFeed.Listener listener) {
    return new ClusterFeed(server(), reader, FeedSettings.of(config), clock, sink, listener);
  }

  /**
   * Opens a cluster to be read, and nothing else.
   *
   * @param kubeconfig null for what the application is configured for
   * @param context of the kubeconfig; null for its current one
   * @throws InvalidConfigurationException where that names no API server
   */
  public ClusterReader reading(@Nullable Path kubeconfig, @Nullable String context) {
    check();
    if (kubeconfig != null || context != null) {
      KubernetesClient chosen = ChosenCluster.client(kubeconfig, context);
      return new ClusterReader(chosen, chosen, config, clock);
    }
    KubernetesClient found;
    try {
      found = client.get();
    } catch (RuntimeException e) {
      throw new InvalidConfigurationException(UNREADABLE + ApiServer.reason(e));
    }
    if (isDefault(found.getConfiguration())) {
      throw new InvalidConfigurationException(NO_API_SERVER);
    }
    // The application's own client outlives the reader.
    return new ClusterReader(found, () -> {}, config, clock);
  }

  private ApiServer server() {
    check();
    return ApiServer.of(client.get(), config.requestTimeout());
  }

  private void check() {
    requirePositive("request-timeout", config.requestTimeout());
    requirePositive("list-timeout", config.listTimeout());
    requirePositive("retry-interval", config.retryInterval());
    if (config.watchTimeout().compareTo(SHORTEST_WATCH) < 0) {
      throw new InvalidConfigurationException(
          "tidemark.cluster.watch-timeout: must be at least 10s, is " + config.watchTimeout());
    }
    if (config.listPageSize() < 1) {
      throw new InvalidConfigurationException(
          "tidemark.cluster.list-page-size: must be at least 1, is " + config.listPageSize());
    }
  }

  private static void requirePositive(String setting, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new InvalidConfigurationException(
          "tidemark.cluster." + setting + ": must be positive, is " + value);
    }
  }

  @PreDestroy
  void close() {
    PodEvents opened = events.get();
    if (opened != null) {
      opened.close();
    }
  }
}
