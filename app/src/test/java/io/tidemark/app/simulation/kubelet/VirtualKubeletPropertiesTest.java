package io.tidemark.app.simulation.kubelet;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.formula.Progress;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.PodRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Over random lives, with a clock that may stand still, a reader of the status alone knows what
 * really runs and what really has finished.
 */
class VirtualKubeletPropertiesTest {
  private static final int CASES = 3_000;
  private static final int MAX_STEPS = 12;

  private enum Kind {
    START,
    FINISH_WELL,
    FINISH_BADLY,
    SANDBOX,
    WAIT
  }

  /**
   * @param target chooses among the containers that the step can be about
   */
  private record Move(Kind kind, int target) {}

  @Test
  void shouldShowStatusesFromWhichTheProgressCanBeRead() {
    List<ObjectNode> shapes =
        List.of(
            shape("a").json(),
            shape("iia").json(),
            shape("isiia").json(),
            shape("sisiaa").json(),
            shape("ssa").json());
    for (ObjectNode shape : shapes) {
      Seeds.forAllSteps(
          CASES / shapes.size(), VirtualKubeletPropertiesTest::moves, moves -> live(shape, moves));
    }
  }

  private static List<Move> moves(Random random) {
    List<Move> moves = new ArrayList<>();
    int length = 1 + random.nextInt(MAX_STEPS);
    for (int i = 0; i < length; i++) {
      moves.add(new Move(Kind.values()[random.nextInt(Kind.values().length)], random.nextInt(60)));
    }
    return moves;
  }

  private static void live(ObjectNode shape, List<Move> moves) {
    Life life = new Life(shape.deepCopy());
    moves.forEach(life::make);
  }

  /** What is true of the containers, beside what the status says. */
  private static final class Life {
    private final ObjectNode pod;
    private final List<ContainerKind> kinds;
    private final Set<Integer> running = new TreeSet<>();
    private final Set<Integer> finished = new TreeSet<>();
    private Instant now = Instant.parse("2030-01-01T00:00:00.700Z");

    Life(ObjectNode pod) {
      this.pod = pod;
      this.kinds = record().containers().stream().map(container -> container.kind()).toList();
    }

    void make(Move move) {
      switch (move.kind()) {
        case START -> start(move.target() % kinds.size());
        case FINISH_WELL -> finish(move.target(), 0);
        case FINISH_BADLY -> finish(move.target(), 1);
        case SANDBOX -> sandbox();
        case WAIT -> now = now.plus(Duration.ofMillis(400L * (move.target() % 5)));
      }
      Progress progress = Progress.of(record(), ReleaseMode.EACH);
      assertThat(progress.running()).isEqualTo(running);
      assertThat(progress.watermark()).isEqualTo(watermark());
    }

    private void start(int index) {
      for (int i = 0; i < kinds.size(); i++) {
        if (kinds.get(i) == ContainerKind.INIT && i < index) {
          running.remove(i);
          finished.add(i);
        } else if (kinds.get(i) == ContainerKind.SIDECAR && i < index) {
          running.add(i);
        } else if (kinds.get(i) == ContainerKind.INIT && kinds.get(index) == ContainerKind.INIT) {
          finished.remove(i);
          running.remove(i);
        }
      }
      running.add(index);
      show(call(() -> VirtualKubelet.start(pod, name(index), now)));
    }

    /** Only a container that runs ends; which of them is chosen by the target. */
    private void finish(int target, int exitCode) {
      if (running.isEmpty()) {
        return;
      }
      int index = List.copyOf(running).get(target % running.size());
      running.remove(index);
      if (kinds.get(index) == ContainerKind.INIT && exitCode == 0) {
        finished.add(index);
      }
      show(call(() -> VirtualKubelet.finish(pod, name(index), exitCode, now)));
    }

    private void sandbox() {
      List<ObjectNode> shown = VirtualKubelet.sandbox(pod, now);
      assertThat(shown).isNotEmpty();
      running.clear();
      finished.clear();
      int first = kinds.indexOf(ContainerKind.INIT);
      for (int i = 0; i < kinds.size(); i++) {
        if (first < 0 || i <= first) {
          running.add(i);
        }
      }
      shown.forEach(this::show);
    }

    private int watermark() {
      int initRange = (int) kinds.stream().filter(kind -> kind != ContainerKind.APP).count();
      for (int i = 0; i < initRange; i++) {
        if (kinds.get(i) == ContainerKind.INIT && !finished.contains(i)) {
          return i;
        }
      }
      return initRange;
    }

    private void show(ObjectNode status) {
      pod.set("status", status);
    }

    private PodRecord record() {
      return new PodReader(Families.BUNDLED).read(pod).value();
    }

    private String name(int index) {
      return record().containers().get(index).name();
    }
  }

  private interface Call {
    ObjectNode run() throws UnknownContainerException;
  }

  private static ObjectNode call(Call call) {
    try {
      return call.run();
    } catch (UnknownContainerException e) {
      throw new AssertionError(e);
    }
  }

  /** One letter per container: i ordinary init, s sidecar, a app. */
  private static Pods shape(String letters) {
    Pods pod = aPod("p");
    for (int i = 0; i < letters.length(); i++) {
      String name = "c" + i;
      switch (letters.charAt(i)) {
        case 'i' -> pod.init(gpu(name, 1));
        case 's' -> pod.sidecar(gpu(name, 1));
        default -> pod.app(gpu(name, 1));
      }
    }
    return pod;
  }
}
