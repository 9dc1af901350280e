package io.tidemark.benchmarks;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.codec.RegisterCodec;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.kube.NodeReader;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.usage.Ledger;
import io.tidemark.usage.LedgerSettings;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Clusters of nodes with eight cards of 40960 MiB, half full: four pods on every node, each with an
 * init container of 20480 MiB that has finished and an app of 10240 MiB, on cards 0, 2, 4 and 6.
 */
final class Clusters {
  static final DeviceFamilies FAMILIES = DeviceFamilies.of(FamilyReader.bundled());

  private static final LedgerSettings SETTINGS =
      new LedgerSettings(ReleaseMode.EACH, Duration.ofMinutes(5));
  private static final int CARDS = 8;
  private static final int PODS_PER_NODE = 4;

  private Clusters() {}

  /** A ledger of that many nodes with their pods. */
  static Ledger ledger(int nodes) {
    Ledger ledger = new Ledger(new ClusterId("benchmark"), FAMILIES, SETTINGS, change -> {});
    Instant at = Instant.parse("2030-01-01T00:00:00Z");
    for (int node = 0; node < nodes; node++) {
      ledger.observe(new ClusterChange.NodeSeen(node(node)), at);
      pods(node).forEach(pod -> ledger.observe(new ClusterChange.PodSeen(pod), at));
    }
    return ledger;
  }

  static NodeRecord node(int index) {
    List<Device> devices = new ArrayList<>();
    for (int card = 0; card < CARDS; card++) {
      devices.add(
          new Device(
              new DeviceId("NVIDIA", uuid(index, card)),
              card,
              "NVIDIA-Model X1",
              40_960,
              100,
              10,
              card / 4,
              true,
              "hami-core"));
    }
    ObjectNode node = object("Node", "node-" + index);
    node.withObject("/metadata")
        .withObject("/annotations")
        .put("hami.io/node-nvidia-register", RegisterCodec.encodeJson(devices));
    return new NodeReader(FAMILIES, ZoneOffset.UTC).read(node).value();
  }

  /** The pods that are on a node. */
  static List<PodRecord> pods(int node) {
    List<PodRecord> pods = new ArrayList<>();
    for (int i = 0; i < PODS_PER_NODE; i++) {
      pods.add(boundPod(node, i, true));
    }
    return pods;
  }

  /**
   * @param initFinished whether the init container has finished
   */
  static PodRecord boundPod(int node, int index, boolean initFinished) {
    ObjectNode pod = pod("pod-" + node + "-" + index, 20_480, 10_240);
    String uuid = uuid(node, 2 * index);
    pod.withObject("/metadata")
        .withObject("/annotations")
        .put(
            "hami.io/vgpu-devices-allocated",
            uuid + ",NVIDIA,20480,0:;" + uuid + ",NVIDIA,10240,0:;");
    pod.withObject("/spec").put("nodeName", "node-" + node);
    ObjectNode init = pod.withObject("/status").withArray("/initContainerStatuses").addObject();
    ObjectNode state = init.put("name", "prepare").putObject("state");
    if (initFinished) {
      state.putObject("terminated").put("exitCode", 0).put("reason", "Completed");
    } else {
      state.putObject("running");
    }
    return read(pod);
  }

  /** A pod that waits: an init container of 30720 MiB and an app of 15360 MiB. */
  static PodRecord waitingPod() {
    return read(pod("waiting", 30_720, 15_360));
  }

  private static PodRecord read(ObjectNode pod) {
    return new PodReader(FAMILIES).read(pod).value();
  }

  private static ObjectNode pod(String name, long initMiB, long appMiB) {
    ObjectNode pod = object("Pod", name);
    pod.withObject("/metadata").put("namespace", "team-a");
    ObjectNode spec = pod.putObject("spec");
    container(spec.putArray("initContainers"), "prepare", initMiB);
    container(spec.putArray("containers"), "main", appMiB);
    return pod;
  }

  private static void container(ArrayNode containers, String name, long mib) {
    containers
        .addObject()
        .put("name", name)
        .putObject("resources")
        .putObject("limits")
        .put("nvidia.com/gpu", "1")
        .put("nvidia.com/gpumem", Long.toString(mib));
  }

  private static ObjectNode object(String kind, String name) {
    ObjectNode object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", "v1").put("kind", kind);
    object.putObject("metadata").put("name", name).put("uid", "uid-" + name);
    return object;
  }

  private static String uuid(int node, int card) {
    return "GPU-" + node + "-" + card;
  }
}
