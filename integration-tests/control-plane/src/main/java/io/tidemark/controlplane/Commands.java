package io.tidemark.controlplane;

import io.tidemark.controlplane.build.Binaries;
import io.tidemark.controlplane.build.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The command lines of the processes, for one machine and loopback only.
 *
 * @param binaries the programs
 * @param data a directory for etcd's data and for certificates
 * @param ports what each process listens on
 */
record Commands(Binaries binaries, Path data, PortPlan ports) {
  /** The prefix of service account tokens' issuer, as kubeadm sets it. */
  private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

  List<String> etcd() {
    String client = "http://127.0.0.1:" + ports.etcd();
    String peer = "http://127.0.0.1:" + ports.etcdPeer();
    return List.of(
        binaries.of(Program.ETCD).toString(),
        "--data-dir=" + data.resolve("etcd"),
        "--listen-client-urls=" + client,
        "--advertise-client-urls=" + client,
        "--listen-peer-urls=" + peer,
        "--initial-advertise-peer-urls=" + peer,
        "--initial-cluster=default=" + peer,
        // A test cluster need not survive a power cut, and syncing each write is most of its cost.
        "--unsafe-no-fsync");
  }

  List<String> apiServer(Credentials credentials, Settings settings) {
    List<String> command =
        new ArrayList<>(
            List.of(
                binaries.of(Program.KUBE_APISERVER).toString(),
                "--etcd-servers=http://127.0.0.1:" + ports.etcd(),
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                // Endpoints on loopback are invalid: nobody uses the service "kubernetes" here.
                "--endpoint-reconciler-type=none",
                "--secure-port=" + ports.apiServer(),
                "--cert-dir=" + certificates(),
                "--service-cluster-ip-range=10.96.0.0/16",
                "--allow-privileged=true",
                "--authorization-mode=RBAC",
                "--token-auth-file=" + credentials.tokenFile(),
                "--service-account-issuer=" + ISSUER,
                "--service-account-key-file=" + credentials.serviceAccountPublicKey(),
                "--service-account-signing-key-file=" + credentials.serviceAccountPrivateKey()));
    if (!settings.controllerManager()) {
      command.add("--disable-admission-plugins=ServiceAccount");
    }
    command.addAll(settings.apiServerFlags());
    return command;
  }

  List<String> scheduler(Path configuration) {
    return List.of(
        binaries.of(Program.KUBE_SCHEDULER).toString(),
        "--config=" + configuration,
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.scheduler());
  }

  List<String> controllerManager(Path kubeconfig, Credentials credentials) {
    return List.of(
        binaries.of(Program.KUBE_CONTROLLER_MANAGER).toString(),
        "--kubeconfig=" + kubeconfig,
        "--bind-address=127.0.0.1",
        "--secure-port=" + ports.controllerManager(),
        "--leader-elect=false",
        "--use-service-account-credentials=true",
        "--service-account-private-key-file=" + credentials.serviceAccountPrivateKey(),
        "--root-ca-file=" + authority(),
        // Fake nodes send no heartbeats: with thousands of them that would be most of the load.
        "--controllers=*,-node-lifecycle-controller,-taint-eviction-controller");
  }

  /** The certificate that the API server makes for itself. */
  Path authority() {
    return certificates().resolve("apiserver.crt");
  }

  private Path certificates() {
    return data.resolve("certificates");
  }

  /**
   * A port for each socket.
   *
   * @param etcd for the API server
   * @param etcdPeer for other members, of which there are none
   * @param apiServer HTTPS
   * @param scheduler HTTPS: health and metrics
   * @param controllerManager HTTPS: health and metrics
   */
  record PortPlan(int etcd, int etcdPeer, int apiServer, int scheduler, int controllerManager) {}
}
