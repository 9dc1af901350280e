package io.tidemark.api.formula;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.KubeletModel;
import io.tidemark.api.fixture.KubeletModel.Action;
import io.tidemark.api.fixture.KubeletModel.Kind;
import io.tidemark.api.fixture.KubeletModel.View;
import io.tidemark.api.fixture.RandomPods;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.Footprint;
import io.tidemark.api.model.PodRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The formula against {@link KubeletModel}: it is safe (what runs is never more than what is
 * charged) and tight (what is charged can still be reached), however the pod's life goes.
 */
class FormulaPropertiesTest {
  private static final PodReader READER = new PodReader(Families.BUNDLED);

  /** Slots, memory and cores of every card, then count, memory and cores in the namespace. */
  private static final int AMOUNTS = (RandomPods.CARDS + 1) * 3;

  private static final Set<Kind> SENDS_BACK =
      EnumSet.of(
          Kind.SANDBOX,
          Kind.SANDBOX_GRACEFUL,
          Kind.SANDBOX_CLEAN,
          Kind.SANDBOX_APPS_IN_VIEW,
          Kind.RESTART_ALL);

  /** One event of a walk, and how the pod is shown after it; null where nobody looks. */
  record Event(Action action, int seconds, @Nullable View seen) {
    @Override
    public String toString() {
      return action + " after " + seconds + " s" + (seen == null ? "" : ", seen " + seen);
    }
  }

  @Test
  void whatRunsIsNeverMoreThanTheFootprintInAnyReleaseMode() {
    forAllWalks(
        1_500,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          for (Event event : walk) {
            if (!model.apply(event.action(), event.seconds()) || event.seen() == null) {
              continue;
            }
            PodRecord seen = seen(model, event.seen());
            long[] running = sum(pod, model.running());
            for (ReleaseMode mode : ReleaseMode.values()) {
              assertCovers(footprint(seen, mode), running, mode + " after " + event);
            }
          }
        });
  }

  @Test
  void aFootprintAlsoCoversAllThatComesBeforeInitContainersAreSentBack() {
    forAllWalks(
        1_000,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          Map<Event, long[]> charged = new HashMap<>();
          int round = 0;
          for (Event event : walk) {
            if (!model.apply(event.action(), event.seconds())) {
              continue;
            }
            if (model.round() != round) {
              round = model.round();
              charged.clear();
            }
            if (event.seen() != null && !model.rerunOutOfView()) {
              charged.put(event, amounts(footprint(seen(model, event.seen()), ReleaseMode.EACH)));
            }
            long[] running = sum(pod, model.running());
            charged.forEach(
                (from, amounts) ->
                    assertCovers(amounts, running, "charged at " + from + ", now " + event));
          }
        });
  }

  @Test
  void someMomentThatCanStillComeReachesTheFootprintInEveryAmountOfEveryCard() {
    forAllWalks(
        150,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          Map<String, long[]> reachable = new HashMap<>();
          for (Event event : walk) {
            if (!model.apply(event.action(), event.seconds())
                || model.stopping()
                || model.rerunOutOfView()
                || event.seen() != View.EXACT) {
              continue;
            }
            long[] reached = reachable.computeIfAbsent(model.state(), s -> reachable(pod, model));
            assertThat(amounts(footprint(seen(model, View.EXACT), ReleaseMode.EACH)))
                .as("footprint after %s", event)
                .isEqualTo(reached);
          }
        });
  }

  @Test
  void theFootprintIsBackAtItsStartWhenTheFirstInitContainerRunsAgain() {
    forAllWalks(
        1_000,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          for (Event event : walk) {
            if (model.apply(event.action(), event.seconds()) && model.firstInitRuns()) {
              PodRecord seen = seen(model, View.EXACT);
              assertThat(footprint(seen, ReleaseMode.EACH)).isEqualTo(at(seen, 0));
            }
          }
        });
  }

  @Test
  void theFootprintIsBackAtItsStartAsSoonAsAllContainersAreSaidToRestart() {
    forAllWalks(
        1_000,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          for (Event event : walk) {
            if (model.apply(event.action(), event.seconds())
                && event.action().kind() == Kind.RESTART_ALL) {
              PodRecord seen = seen(model, View.EXACT);
              assertThat(footprint(seen, ReleaseMode.EACH)).isEqualTo(at(seen, 0));
            }
          }
        });
  }

  @Test
  void aPodThatHasEndedHoldsNothing() {
    forAllWalks(
        500,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          walk.forEach(event -> model.apply(event.action(), event.seconds()));
          model.apply(new Action(Kind.EVICT, 0), 1);
          model.running().forEach(i -> model.apply(new Action(Kind.FINISH, i), 1));
          model.apply(new Action(Kind.END, 0), 1);
          assertThat(model.terminal()).isTrue();
          for (ReleaseMode mode : ReleaseMode.values()) {
            for (View view : View.values()) {
              assertThat(footprint(seen(model, view), mode)).isEqualTo(Footprint.NONE);
            }
          }
        });
  }

  @Test
  void aLaterReleaseModeNeverChargesLess() {
    forAllWalks(
        1_000,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          for (Event event : walk) {
            if (model.apply(event.action(), event.seconds()) && event.seen() != null) {
              PodRecord seen = seen(model, event.seen());
              long[] each = amounts(footprint(seen, ReleaseMode.EACH));
              long[] all = amounts(footprint(seen, ReleaseMode.ALL));
              assertCovers(all, each, "ALL against EACH after " + event);
              assertCovers(
                  amounts(footprint(seen, ReleaseMode.NEVER)), all, "NEVER against ALL " + event);
            }
          }
        });
  }

  @Test
  void theFootprintNeverGrowsAsTheWatermarkRises() {
    Seeds.forAll(
        1_000,
        random -> {
          RandomPods pod = RandomPods.next(random);
          PodRecord seen = READER.read(pod.json()).value();
          for (int w = 1; w <= seen.initRange(); w++) {
            assertCovers(amounts(at(seen, w - 1)), amounts(at(seen, w)), "watermark " + w);
          }
        });
  }

  @Test
  void withoutSidecarsTheStartIsTheLargerOfAllAppsAndTheLargestInit() {
    Seeds.forAll(
        1_000,
        random -> {
          RandomPods pod = RandomPods.next(random);
          pod.json()
              .path("spec")
              .path("initContainers")
              .forEach(container -> ((ObjectNode) container).remove("restartPolicy"));
          PodRecord seen = READER.read(pod.json()).value();
          Set<Integer> apps = new HashSet<>();
          long[] expected = new long[AMOUNTS];
          for (int i = 0; i < seen.containers().size(); i++) {
            if (i < seen.initRange()) {
              max(expected, sum(pod, Set.of(i)));
            } else {
              apps.add(i);
            }
          }
          max(expected, sum(pod, apps));
          assertThat(amounts(at(seen, 0))).isEqualTo(expected);
        });
  }

  @Test
  void aRepeatedObservationGivesTheSameFootprint() {
    forAllWalks(
        150,
        (pod, walk) -> {
          KubeletModel model = new KubeletModel(pod.json());
          for (Event event : walk) {
            if (model.apply(event.action(), event.seconds()) && event.seen() != null) {
              assertThat(footprint(seen(model, event.seen()), ReleaseMode.EACH))
                  .isEqualTo(footprint(seen(model, event.seen()), ReleaseMode.EACH));
            }
          }
        });
  }

  private interface WalkProperty {
    void check(RandomPods pod, List<Event> walk);
  }

  private static void forAllWalks(int cases, WalkProperty property) {
    Seeds.forAll(
        cases,
        random -> {
          RandomPods pod = RandomPods.next(random);
          List<Event> walk = walk(pod, random);
          Seeds.shrinking(walk, steps -> property.check(pod, steps), pod.json() + "\n");
        });
  }

  private static List<Event> walk(RandomPods pod, Random random) {
    KubeletModel model = new KubeletModel(pod.json());
    List<Event> walk = new ArrayList<>();
    boolean orderly = random.nextInt(3) == 0;
    for (int i = 0; i < 60; i++) {
      List<Action> possible = model.possible();
      if (possible.isEmpty()) {
        break;
      }
      // Starting over and ending are always possible and would keep most walks short.
      possible.removeIf(action -> rare(action.kind()) && random.nextInt(orderly ? 40 : 8) > 0);
      if (possible.isEmpty()) {
        continue;
      }
      Action action = possible.get(random.nextInt(possible.size()));
      View[] views = View.values();
      int look = random.nextInt(views.length * 2);
      @Nullable View seen =
          look < views.length ? views[look] : look == views.length ? null : View.EXACT;
      if (seen == View.FINISHED_PRUNED && model.round() + (rare(action.kind()) ? 1 : 0) > 0) {
        seen = null; // a kubelet that still shows old entries has not lost newer ones
      }
      Event event = new Event(action, random.nextInt(3), seen);
      model.apply(action, event.seconds());
      walk.add(event);
    }
    return walk;
  }

  private static boolean rare(Kind kind) {
    return SENDS_BACK.contains(kind)
        || kind == Kind.DELETE
        || kind == Kind.EVICT
        || kind == Kind.END;
  }

  /** Per amount, the most that is held at any moment that can come without starting over. */
  private static long[] reachable(RandomPods pod, KubeletModel from) {
    long[] most = new long[AMOUNTS];
    Set<String> known = new HashSet<>();
    Deque<KubeletModel> open = new ArrayDeque<>();
    open.add(from.copy());
    known.add(from.state());
    while (!open.isEmpty()) {
      KubeletModel model = open.remove();
      max(most, sum(pod, model.held()));
      for (Action action : model.possible()) {
        if (SENDS_BACK.contains(action.kind()) || action.kind() == Kind.OOM_KILL) {
          continue;
        }
        KubeletModel next = model.copy();
        next.apply(action, 1);
        if (known.add(next.state())) {
          open.add(next);
        }
      }
    }
    return most;
  }

  private static PodRecord seen(KubeletModel model, View view) {
    return READER.read(model.seen(view)).value();
  }

  private static Footprint footprint(PodRecord pod, ReleaseMode mode) {
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    return Footprints.of(pod.containers(), readable.allocation(), Progress.of(pod, mode));
  }

  private static Footprint at(PodRecord pod, int watermark) {
    AllocationReading.Readable readable = (AllocationReading.Readable) pod.allocation();
    return Footprints.of(
        pod.containers(), readable.allocation(), new Progress(false, watermark, Set.of()));
  }

  private static long[] amounts(Footprint footprint) {
    long[] amounts = new long[AMOUNTS];
    for (int card = 0; card < RandomPods.CARDS; card++) {
      var amount = footprint.on(new DeviceId("NVIDIA", "GPU-" + card));
      amounts[card * 3] = amount.slots();
      amounts[card * 3 + 1] = amount.memoryMiB();
      amounts[card * 3 + 2] = amount.cores();
    }
    var total = footprint.of("NVIDIA");
    amounts[AMOUNTS - 3] = total.count();
    amounts[AMOUNTS - 2] = total.memoryMiB();
    amounts[AMOUNTS - 1] = total.cores();
    return amounts;
  }

  private static long[] sum(RandomPods pod, Set<Integer> containers) {
    long[] sum = new long[AMOUNTS];
    for (int container : containers) {
      for (RandomPods.Share share : pod.shares().get(container)) {
        for (int at : new int[] {share.card() * 3, AMOUNTS - 3}) {
          sum[at] += 1;
          sum[at + 1] += share.memoryMiB();
          sum[at + 2] += share.cores();
        }
      }
    }
    return sum;
  }

  private static void max(long[] most, long[] other) {
    for (int i = 0; i < most.length; i++) {
      most[i] = Math.max(most[i], other[i]);
    }
  }

  private static void assertCovers(Footprint footprint, long[] held, String when) {
    assertCovers(amounts(footprint), held, when);
  }

  private static void assertCovers(long[] charged, long[] held, String when) {
    for (int i = 0; i < AMOUNTS; i++) {
      if (charged[i] < held[i]) {
        assertThat(charged).as("amount %d %s", i, when).isEqualTo(held);
      }
    }
  }
}
