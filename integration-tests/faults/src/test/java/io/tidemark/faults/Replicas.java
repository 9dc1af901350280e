package io.tidemark.faults;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.process.Waiting;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.faults.gate.ApiGate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two replicas, each with a pod and with a way of its own to the API server, and the two Services:
 * the extender's leads to the pod that is labelled as the leader, the webhook's to a replica that
 * answers.
 */
final class Replicas implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long FOLLOW_MILLIS = 50;

  /** A replica and its way to the API server. */
  record Member(String pod, Replica replica, ApiGate gate) {}

  private final KubernetesClient client;
  private final Installation installation;
  private final List<Member> members;
  private final ScheduledExecutorService services =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "services");
            thread.setDaemon(true);
            return thread;
          });

  private Replicas(KubernetesClient client, Installation installation, List<Member> members) {
    this.client = client;
    this.installation = installation;
    this.members = members;
  }

  /** Starts both, and kube-scheduler once one of them leads. */
  static Replicas start(
      ControlPlane controlPlane, Installation installation, Map<String, String> settings) {
    List<Member> members =
        List.of(
            member(controlPlane, installation, "tidemark-a", settings),
            member(controlPlane, installation, "tidemark-b", settings));
    Replicas replicas = new Replicas(controlPlane.client(), installation, members);
    members.forEach(member -> member.replica().start());
    replicas.services.scheduleWithFixedDelay(
        replicas::follow, 0, FOLLOW_MILLIS, TimeUnit.MILLISECONDS);
    replicas.leader();
    installation.awaitTrust();
    installation.startScheduler();
    return replicas;
  }

  private static Member member(
      ControlPlane controlPlane,
      Installation installation,
      String name,
      Map<String, String> settings) {
    controlPlane.client().resource(podOf(name)).create();
    ApiGate gate = ApiGate.before(controlPlane);
    Map<String, String> all = new TreeMap<>(settings);
    all.put("POD_NAME", name);
    return new Member(name, installation.replica(name, gate.url(), all), gate);
  }

  /** What Tidemark labels, as its namespace allows it. Nobody runs it: its process is ours. */
  private static Pod podOf(String name) {
    return new PodBuilder()
        .withNewMetadata()
        .withNamespace(Installation.NAMESPACE)
        .withName(name)
        .addToLabels("app.kubernetes.io/name", "tidemark")
        .endMetadata()
        .withNewSpec()
        .withServiceAccountName("tidemark")
        .withSchedulerName("nobody")
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .addNewContainer()
        .withName("tidemark")
        .withImage("none")
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withNewCapabilities()
        .addToDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .endContainer()
        .endSpec()
        .build();
  }

  /** Both members. */
  List<Member> members() {
    return members;
  }

  /** Waits until one of the pods is labelled as the leader's. */
  Member leader() {
    return Waiting.forValue("a leader", PATIENCE, Duration.ofMillis(FOLLOW_MILLIS), this::labelled);
  }

  /** The one that is not given. */
  Member beside(Member member) {
    return members.get(members.get(0).equals(member) ? 1 : 0);
  }

  /** Waits until that one is labelled as the leader, and no other. */
  void awaitLeading(Member member) {
    Waiting.until(member.pod() + " to lead", PATIENCE, () -> member.equals(labelled()));
  }

  /** Starts those that are not running, and lets all calls pass. */
  void mend() {
    members.forEach(
        member -> {
          member.gate().reset();
          if (!member.replica().process().isRunning()) {
            member.replica().start();
          }
          member.replica().awaitReady();
        });
    leader();
  }

  private @Nullable Member labelled() {
    List<Pod> leaders =
        client
            .pods()
            .inNamespace(Installation.NAMESPACE)
            .withLabel("hami.io/scheduler-role", "leader")
            .list()
            .getItems();
    return leaders.size() != 1
        ? null
        : members.stream()
            .filter(member -> member.pod().equals(leaders.get(0).getMetadata().getName()))
            .findFirst()
            .orElseThrow();
  }

  private void follow() {
    try {
      Member leader = labelled();
      if (leader == null) {
        installation.extender().leadNowhere();
      } else {
        installation.extender().leadTo(leader.replica().tlsPort());
      }
      members.stream()
          .filter(member -> member.replica().process().isRunning())
          .findFirst()
          .ifPresent(member -> installation.webhook().leadTo(member.replica().tlsPort()));
    } catch (KubernetesClientException e) {
      // As a Service whose controller cannot see: it leads where it led.
      return;
    }
  }

  @Override
  public void close() {
    services.shutdownNow();
    members.forEach(
        member -> {
          member.replica().process().kill();
          member.gate().close();
        });
  }
}
