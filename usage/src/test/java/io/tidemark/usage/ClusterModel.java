package io.tidemark.usage;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.fixture.States;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is true in a small cluster, as an API server would give it, with one version counter. */
final class ClusterModel {
  static final int NODES = 3;
  static final int NAMESPACES = 2;

  /** How an allocation annotation can look. */
  enum Annotation {
    GOOD,
    OTHER_CARD,
    STRAY,
    UNREADABLE,
    EMPTY,
    MISSING
  }

  /** One pod as it is now. */
  static final class Pod {
    final int number;
    final int shape;
    @Nullable String node;
    Annotation annotation = Annotation.GOOD;
    int finishedInits;
    boolean initRuns;
    boolean appRuns;
    String phase = "Pending";
    String priorityClass = "";
    int condition;
    long version;

    Pod(int number, int shape) {
      this.number = number;
      this.shape = shape;
    }
  }

  final Map<Integer, Pod> pods = new TreeMap<>();
  final Map<String, NodeRecord> nodes = new TreeMap<>();
  final Map<String, QuotaRecord> quotas = new TreeMap<>();
  final List<PodRecord> history = new ArrayList<>();
  long version = 1;
  private int created;

  /** A pod by number, counted round; null where there is none. */
  @Nullable Pod pod(int choice) {
    List<Pod> present = List.copyOf(pods.values());
    return present.isEmpty() ? null : present.get(choice % present.size());
  }

  Pod create(int shape) {
    Pod pod = new Pod(created++, shape);
    pods.put(pod.number, pod);
    return changed(pod);
  }

  Pod changed(Pod pod) {
    pod.version = ++version;
    history.add(record(pod));
    return pod;
  }

  NodeRecord node(int choice, int variant) {
    Nodes node = aNode(nodeName(choice)).version(++version);
    int cards = 1 + variant % 3;
    for (int card = 0; card < cards; card++) {
      node.card(card(nodeName(choice), card), variant % 5 == 4 ? 500 : 4000, 100, 4, 0);
    }
    if (variant % 4 == 3) {
      node.allocatable("nvidia.com/gpu", "5");
    }
    NodeRecord record = node.read();
    nodes.put(record.name(), record);
    return record;
  }

  QuotaRecord quota(int choice, int variant) {
    Quotas quota = aQuota("ns" + choice % NAMESPACES + "/q" + choice % 3).version(++version);
    quota.hard("limits.nvidia.com/gpumem", Integer.toString(1000 + 1000 * (variant % 6)));
    if (variant % 2 == 0) {
      quota.hard("limits.nvidia.com/gpu", Integer.toString(2 + variant % 5));
    }
    if (variant % 3 == 0) {
      quota.scopeSelector("PriorityClass", "In", "high");
    }
    QuotaRecord record = quota.read();
    quotas.put(record.namespace() + "/" + record.name(), record);
    return record;
  }

  List<PodRecord> list() {
    return pods.values().stream().map(ClusterModel::record).toList();
  }

  static String nodeName(int choice) {
    return "n" + choice % NODES;
  }

  static String uid(int number) {
    return "uid-ns" + number % NAMESPACES + "-p" + number;
  }

  static PodRecord record(Pod pod) {
    Pods built = spec(pod.number, pod.shape).version(pod.version).phase(pod.phase);
    if (pod.node != null) {
      built.boundTo(pod.node);
      String text = text(pod);
      if (text != null) {
        built.annotation("hami.io/vgpu-devices-allocated", text);
      }
    }
    if (!pod.priorityClass.isEmpty()) {
      built.priorityClass(pod.priorityClass);
    }
    if (pod.condition > 0) {
      built.condition(
          "PodScheduled", "False", "Unschedulable", "2030-01-01T00:00:00Z", "no " + pod.condition);
    }
    int inits = 0;
    for (Shape container : SHAPES.get(pod.shape)) {
      if (container.kind() == ContainerKind.INIT) {
        inits++;
        if (inits <= pod.finishedInits) {
          built.initState(container.name(), States.terminated(0));
        } else if (inits == pod.finishedInits + 1 && pod.initRuns) {
          built.initState(container.name(), States.running());
        }
      } else if (container.kind() == ContainerKind.APP && pod.appRuns) {
        built.appState(container.name(), States.running());
      }
    }
    return built.read();
  }

  /** The plan of a pod on the cards of a node, in the text of the annotation. */
  static String plan(Pod pod, String node, int offset) {
    StringBuilder text = new StringBuilder();
    for (Shape container : SHAPES.get(pod.shape)) {
      for (int i = 0; i < container.gpus(); i++) {
        text.append(card(node, (offset + i) % 3))
            .append(",NVIDIA,")
            .append(container.memory())
            .append(',')
            .append(container.cores())
            .append(':');
      }
      text.append(';');
    }
    return text.toString();
  }

  private static @Nullable String text(Pod pod) {
    String node = String.valueOf(pod.node);
    return switch (pod.annotation) {
      case GOOD -> plan(pod, node, 0);
      case OTHER_CARD -> plan(pod, node, 1);
      case STRAY -> plan(pod, "elsewhere", 0);
      case UNREADABLE -> "GPU,NVIDIA;";
      case EMPTY -> ";".repeat(SHAPES.get(pod.shape).size());
      case MISSING -> null;
    };
  }

  private static String card(String node, int card) {
    return "GPU-" + node + "-" + card;
  }

  private static Pods spec(int number, int shape) {
    Pods pod = aPod("ns" + number % NAMESPACES + "/p" + number);
    for (Shape part : SHAPES.get(shape)) {
      Containers container =
          part.gpus() == 0
              ? aContainer(part.name())
              : gpu(part.name(), part.memory(), part.cores()).gpus(part.gpus());
      switch (part.kind()) {
        case INIT -> pod.init(container);
        case SIDECAR -> pod.sidecar(container);
        case APP -> pod.app(container);
      }
    }
    return pod;
  }

  /** One container; cores never add up to exactly 100, which has rules of its own. */
  private record Shape(String name, ContainerKind kind, int gpus, long memory, int cores) {}

  static final List<List<Shape>> SHAPES =
      List.of(
          List.of(new Shape("a", ContainerKind.APP, 1, 700, 0)),
          List.of(
              new Shape("i", ContainerKind.INIT, 1, 2000, 30),
              new Shape("a", ContainerKind.APP, 1, 1000, 0)),
          List.of(
              new Shape("s1", ContainerKind.SIDECAR, 1, 200, 0),
              new Shape("i1", ContainerKind.INIT, 2, 1500, 30),
              new Shape("s2", ContainerKind.SIDECAR, 1, 300, 0),
              new Shape("i2", ContainerKind.INIT, 1, 900, 0),
              new Shape("a", ContainerKind.APP, 1, 600, 30),
              new Shape("b", ContainerKind.APP, 0, 0, 0)),
          List.of(
              new Shape("i", ContainerKind.INIT, 0, 0, 0),
              new Shape("a", ContainerKind.APP, 2, 400, 0),
              new Shape("b", ContainerKind.APP, 1, 800, 30)));
}
