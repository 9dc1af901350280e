package io.tidemark.controlplane.tidemark;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.process.TcpProxy;
import io.tidemark.controlplane.process.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tidemark in a control plane of ours, from the manifests of the documentation: its service account
 * and rights, its policies, its webhooks, its kube-scheduler. Only what needs a container engine is
 * different: replicas are processes, and two loopback ports stand for the two Services.
 */
public final class Installation implements AutoCloseable {
  /** The name that pods are scheduled by. */
  public static final String SCHEDULER_NAME = "tidemark-scheduler";

  /** Where Tidemark runs. */
  public static final String NAMESPACE = "tidemark-system";

  private static final String SERVICE_ACCOUNT = "tidemark";

  /** The Secret with the certificate. */
  public static final String TLS_SECRET = "tidemark-tls";

  private static final String DEVICE_PLUGIN =
      "system:serviceaccount:kube-system:hami-device-plugin";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ControlPlane controlPlane;
  private final Path manifests;
  private final TcpProxy extender = new TcpProxy();
  private final TcpProxy webhook = new TcpProxy();
  private final List<Replica> replicas = new ArrayList<>();
  private final KubernetesClient devicePlugin;

  private Installation(ControlPlane controlPlane, Path manifests) {
    this.controlPlane = controlPlane;
    this.manifests = manifests;
    this.devicePlugin = controlPlane.clientAs(DEVICE_PLUGIN);
  }

  /**
   * Installs everything but replicas and kube-scheduler.
   *
   * @param controlPlane is changed for good: use a dedicated one
   */
  public static Installation on(ControlPlane controlPlane) {
    return on(controlPlane, Places.manifests());
  }

  /**
   * The same from other manifests, as where more device families are enabled.
   *
   * @param manifests a directory as {@code tidemark manifests --directory} writes it
   */
  public static Installation on(ControlPlane controlPlane, Path manifests) {
    Installation installation = new Installation(controlPlane, manifests);
    KubernetesClient client = controlPlane.client();
    for (HasMetadata object : installation.objects()) {
      client.resource(object).create();
    }
    client
        .resource(
            new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName("device-plugin")
                .endMetadata()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .addNewSubject("rbac.authorization.k8s.io", "User", DEVICE_PLUGIN, null)
                .build())
        .create();
    return installation;
  }

  /** A replica that is not started yet, with settings beside those of the manifests. */
  public Replica replica(String name, Map<String, String> settings) {
    return replica(name, URI.create(controlPlane.server()), settings);
  }

  /**
   * The same, with another way to the API server.
   *
   * @param apiServer what stands before the API server; plain HTTP, or with the API server's own
   *     certificate
   */
  public Replica replica(String name, URI apiServer, Map<String, String> settings) {
    Map<String, String> environment = new TreeMap<>();
    environment.put("POD_NAMESPACE", NAMESPACE);
    environment.put("TIDEMARK_ADMISSION_SCHEDULER_NAMES", SCHEDULER_NAME + ",hami-scheduler");
    environment.put("TIDEMARK_TLS_SOURCE", "self-signed");
    environment.put("TIDEMARK_TLS_NAMES", "127.0.0.1");
    environment.put("TIDEMARK_TLS_MUTATING_WEBHOOK", "tidemark");
    environment.put("TIDEMARK_TLS_VALIDATING_WEBHOOK", "tidemark");
    environment.putAll(settings);
    Replica replica =
        new Replica(
            name,
            controlPlane.kubeconfig(NAMESPACE, SERVICE_ACCOUNT, apiServer),
            environment,
            controlPlane.logs().resolve(name + ".log"));
    replicas.add(replica);
    return replica;
  }

  /** Starts one replica, lets both Services lead to it, and starts kube-scheduler with it. */
  public Replica startOne() {
    return startOne(Map.of());
  }

  /** The same, with settings beside those of the manifests. */
  public Replica startOne(Map<String, String> settings) {
    return startOne(replica("tidemark", settings));
  }

  /** The same with a replica that is there and not started yet. */
  public Replica startOne(Replica replica) {
    replica.start();
    extender.leadTo(replica.tlsPort());
    webhook.leadTo(replica.tlsPort());
    awaitTrust();
    startScheduler();
    return replica;
  }

  /** What stands for the Service of kube-scheduler. */
  public TcpProxy extender() {
    return extender;
  }

  /** What stands for the Service of the API server. */
  public TcpProxy webhook() {
    return webhook;
  }

  /** Starts kube-scheduler with the configuration of the manifests. */
  public void startScheduler() {
    controlPlane.restartScheduler(schedulerConfiguration());
  }

  /** An agent whose device plugins have the rights of HAMi's; the caller closes it. */
  public NodeAgent agent() {
    return new NodeAgent(controlPlane.client(), devicePlugin);
  }

  /** A client with the rights of HAMi's device plugin; closed with the installation. */
  public KubernetesClient devicePlugin() {
    return devicePlugin;
  }

  @Override
  public void close() {
    replicas.forEach(replica -> replica.process().kill());
    devicePlugin.close();
    extender.close();
    webhook.close();
  }

  /** Waits until the API server can call the webhooks: each has the authority of the leaf. */
  public void awaitTrust() {
    Waiting.until(
        "caBundle of both webhook configurations",
        PATIENCE,
        () ->
            Stream.concat(
                    controlPlane
                        .client()
                        .resources(MutatingWebhookConfiguration.class)
                        .withName("tidemark")
                        .get()
                        .getWebhooks()
                        .stream()
                        .map(each -> each.getClientConfig()),
                    controlPlane
                        .client()
                        .resources(ValidatingWebhookConfiguration.class)
                        .withName("tidemark")
                        .get()
                        .getWebhooks()
                        .stream()
                        .map(each -> each.getClientConfig()))
                .allMatch(config -> config.getCaBundle() != null));
  }

  /** The certificate authority, in a file as kube-scheduler's pod has it. */
  private Path authority() {
    Secret secret =
        Waiting.forValue(
            "Secret " + TLS_SECRET,
            PATIENCE,
            Duration.ofMillis(50),
            () ->
                controlPlane.client().secrets().inNamespace(NAMESPACE).withName(TLS_SECRET).get());
    Path file = controlPlane.logs().resolve("tidemark-ca.crt");
    try {
      return Files.write(file, Base64.getDecoder().decode(secret.getData().get("ca.crt")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String schedulerConfiguration() {
    return read(manifests.resolve("kube-scheduler").resolve("configuration.yaml"))
        .replaceFirst(
            "urlPrefix: https://[^\\s]+", "urlPrefix: https://127.0.0.1:" + extender.port())
        .replaceFirst("caFile: [^\\s]+", "caFile: " + authority());
  }

  private List<HasMetadata> objects() {
    List<HasMetadata> objects = new ArrayList<>();
    for (Path file : files()) {
      Object loaded = Serialization.unmarshal(read(file));
      for (Object object : loaded instanceof List<?> list ? list : List.of(loaded)) {
        HasMetadata fitted = fitted((HasMetadata) object);
        if (fitted != null) {
          objects.add(fitted);
        }
      }
    }
    return objects;
  }

  /** The same object for processes instead of pods; null for what only pods need. */
  private @Nullable HasMetadata fitted(HasMetadata object) {
    if (object instanceof MutatingWebhookConfiguration mutating) {
      mutating.getWebhooks().forEach(each -> callDirectly(each.getClientConfig()));
    }
    if (object instanceof ValidatingWebhookConfiguration validating) {
      validating.getWebhooks().forEach(each -> callDirectly(each.getClientConfig()));
    }
    return List.of("Deployment", "PodDisruptionBudget").contains(object.getKind()) ? null : object;
  }

  private void callDirectly(WebhookClientConfig config) {
    config.setUrl("https://127.0.0.1:" + webhook.port() + config.getService().getPath());
    config.setService(null);
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(manifests)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
