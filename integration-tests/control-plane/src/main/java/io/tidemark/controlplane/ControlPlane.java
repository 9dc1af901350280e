package io.tidemark.controlplane;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.tidemark.controlplane.build.Binaries;
import io.tidemark.controlplane.build.BinaryCache;
import io.tidemark.controlplane.build.FileTrees;
import io.tidemark.controlplane.build.Program;
import io.tidemark.controlplane.process.ManagedProcess;
import io.tidemark.controlplane.process.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Kubernetes control plane of our own: real processes on loopback, ready within seconds.
 *
 * <p>{@link #close} deletes data and secrets and leaves the logs.
 */
public final class ControlPlane implements Cluster {
  private final Settings settings;
  private final Path logs;
  private final Path data;
  private final Commands commands;
  private final Credentials credentials;
  private final Component etcd;
  private final Component apiServer;
  private final Component controllerManager;
  private final Component scheduler;
  private @Nullable KubernetesClient client;

  private ControlPlane(Settings settings, Binaries binaries, Path directory) throws IOException {
    this.settings = settings;
    this.logs = Files.createDirectories(directory.resolve("logs"));
    // Absolute: files in it are read by programs with other working directories.
    this.data = Files.createDirectories(directory.resolve("data")).toAbsolutePath();
    Commands.PortPlan ports =
        new Commands.PortPlan(Ports.free(), Ports.free(), Ports.free(), Ports.free(), Ports.free());
    this.commands = new Commands(binaries, data, ports);
    List<User> users = new ArrayList<>(settings.users());
    users.addAll(List.of(User.ADMIN, User.SCHEDULER, User.CONTROLLER_MANAGER));
    this.credentials = Credentials.create(data.resolve("secrets"), users);
    this.etcd =
        component(Program.ETCD, commands.etcd(), "http://127.0.0.1:" + ports.etcd() + "/readyz");
    this.apiServer =
        component(
            Program.KUBE_APISERVER,
            commands.apiServer(credentials, settings),
            server() + "/readyz");
    this.controllerManager =
        component(
            Program.KUBE_CONTROLLER_MANAGER,
            commands.controllerManager(kubeconfigFile(User.CONTROLLER_MANAGER.name()), credentials),
            "https://127.0.0.1:" + ports.controllerManager() + "/healthz");
    this.scheduler =
        component(
            Program.KUBE_SCHEDULER,
            commands.scheduler(schedulerConfigurationFile()),
            "https://127.0.0.1:" + ports.scheduler() + "/readyz");
  }

  /**
   * Starts one, building its programs first where this user has not got them yet.
   *
   * @param settings what to start
   * @param directory gets {@code logs}, one for each process, and {@code data} while it runs
   * @return a control plane whose processes are all ready
   * @throws ControlPlaneUnavailable its programs are not there and cannot be built
   */
  public static ControlPlane start(Settings settings, Path directory)
      throws ControlPlaneUnavailable {
    Binaries binaries = BinaryCache.ofUser().get();
    ControlPlane controlPlane;
    try {
      controlPlane = new ControlPlane(settings, binaries, directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      controlPlane.startAll();
      return controlPlane;
    } catch (RuntimeException | Error e) {
      controlPlane.close();
      throw e;
    }
  }

  private void startAll() {
    etcd.start();
    apiServer.start();
    writeKubeconfig(User.CONTROLLER_MANAGER.name());
    writeKubeconfig(User.SCHEDULER.name());
    writeSchedulerConfiguration(settings.schedulerConfiguration());
    // Both take a second to be ready; they need not wait for each other.
    if (settings.controllerManager()) {
      controllerManager.process().start();
    }
    if (settings.scheduler()) {
      scheduler.start();
    }
    if (settings.controllerManager()) {
      controllerManager.awaitReady();
    }
  }

  /** etcd; while it is down the API server answers errors. */
  public Component etcd() {
    return etcd;
  }

  /** kube-apiserver. */
  public Component apiServer() {
    return apiServer;
  }

  /** kube-controller-manager. */
  public Component controllerManager() {
    return controllerManager;
  }

  /** kube-scheduler. */
  public Component scheduler() {
    return scheduler;
  }

  /**
   * Starts kube-scheduler anew with another configuration.
   *
   * @param yaml a {@code KubeSchedulerConfiguration} as people deploy it; null for the defaults
   */
  public void restartScheduler(@Nullable String yaml) {
    scheduler.stop();
    writeSchedulerConfiguration(yaml);
    scheduler.start();
  }

  /** The address of the API server, with {@code https://} and without a path. */
  public String server() {
    return "https://127.0.0.1:" + commands.ports().apiServer();
  }

  /** The directory that holds one log per process. */
  public Path logs() {
    return logs;
  }

  /** The {@code kubectl} of this control plane's version. */
  public Path kubectl() {
    return commands.binaries().of(Program.KUBECTL);
  }

  @Override
  public Path kubeconfig() {
    return kubeconfig(User.ADMIN.name());
  }

  /**
   * The kubeconfig file of a user, for a program that acts as that user.
   *
   * @throws IllegalArgumentException the control plane was not started with that user
   */
  public Path kubeconfig(String user) {
    return writeKubeconfig(user);
  }

  /**
   * The kubeconfig file of a service account, with a new token of an hour: what a program has that
   * runs in a pod.
   *
   * @param namespace of the account, which is there
   */
  public Path kubeconfig(String namespace, String serviceAccount) {
    return kubeconfig(namespace, serviceAccount, URI.create(server()));
  }

  /**
   * The same, of an API server that is reached in another way.
   *
   * @param server what stands before the API server; plain HTTP, or with the API server's own
   *     certificate
   */
  public Path kubeconfig(String namespace, String serviceAccount, URI server) {
    String token =
        client()
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(serviceAccount)
            .tokenRequest()
            .getStatus()
            .getToken();
    Path file = kubeconfigFile(namespace + "-" + serviceAccount + "-" + server.getPort());
    write(file, server.toString(), serviceAccount, token);
    return file;
  }

  @Override
  public synchronized KubernetesClient client() {
    if (client == null) {
      client =
          new KubernetesClientBuilder().withConfig(Cluster.configuration(kubeconfig())).build();
    }
    return client;
  }

  /** Ends all processes, the API server's clients first, and deletes data and secrets. */
  @Override
  public synchronized void close() {
    if (client != null) {
      client.close();
      client = null;
    }
    // Nothing here is worth an orderly end: the data goes anyway.
    List.of(scheduler, controllerManager, apiServer, etcd).forEach(Component::kill);
    try {
      FileTrees.delete(data);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Component component(Program program, List<String> command, String ready) {
    Path log = logs.resolve(program.fileName() + ".log");
    return new Component(
        new ManagedProcess(program.fileName(), command, Map.of(), log), URI.create(ready));
  }

  private Path writeKubeconfig(String user) {
    Path file = kubeconfigFile(user);
    String token = credentials.token(user);
    if (!Files.exists(file)) {
      write(file, server(), user, token);
    }
    return file;
  }

  private void write(Path file, String server, String user, String token) {
    try {
      Kubeconfig.write(file, server, commands.authority(), user, token);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path kubeconfigFile(String name) {
    return data.resolve(name.replace(':', '-') + ".kubeconfig");
  }

  private void writeSchedulerConfiguration(@Nullable String yaml) {
    try {
      Files.writeString(
          schedulerConfigurationFile(),
          SchedulerConfiguration.fitted(yaml, kubeconfigFile(User.SCHEDULER.name())));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path schedulerConfigurationFile() {
    return data.resolve("kube-scheduler.yaml");
  }
}
