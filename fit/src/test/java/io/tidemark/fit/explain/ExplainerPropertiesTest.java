package io.tidemark.fit.explain;

import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.bus.Explanation.Release;
import io.tidemark.api.bus.FitMessages.Explain;
import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.fixture.States;
import io.tidemark.api.formula.ReleaseMode;
import io.tidemark.api.placement.NodePlan;
import io.tidemark.fit.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What is promised comes true: the event is made to happen in the pods' own statuses, the cluster
 * is read again from its objects, and the pod fits on the node that was named.
 */
class ExplainerPropertiesTest {
  /** A bound pod that can be shown at any moment of its life. */
  private record Job(
      String name,
      List<int[]> inits,
      List<int[]> apps,
      String node,
      String allocation,
      int finished,
      boolean ended) {
    Job at(int finishedInits, boolean hasEnded) {
      return new Job(name, inits, apps, node, allocation, finishedInits, hasEnded);
    }

    Pods unbound() {
      Pods pod = aPod(name);
      for (int i = 0; i < inits.size(); i++) {
        pod.init(container("init-" + i, inits.get(i)));
      }
      for (int i = 0; i < apps.size(); i++) {
        pod.app(container("app-" + i, apps.get(i)));
      }
      return pod;
    }

    private static Containers container(String name, int[] need) {
      return gpu(name, need[0], need[1]).gpus(need[2]);
    }

    Pods shown() {
      Pods pod = unbound().boundTo(node, allocation);
      if (ended) {
        return pod.phase("Succeeded");
      }
      for (int i = 0; i < inits.size() && i <= finished; i++) {
        pod.initState("init-" + i, i < finished ? States.terminated(0) : States.running());
      }
      for (int i = 0; i < apps.size() && finished == inits.size(); i++) {
        pod.appState("app-" + i, States.running());
      }
      return pod;
    }

    /** This pod after an event as it is told, or itself where that is about another pod. */
    Job after(String event) {
      if (event.equals("pod `" + name + "` ends")) {
        return at(finished, true);
      }
      for (int i = 0; i < inits.size(); i++) {
        if (event.equals("init container `init-" + i + "` of `" + name + "` finishes")) {
          return at(i + 1, false);
        }
      }
      return this;
    }
  }

  private record Scene(List<Job> jobs, Job pending, int quota, boolean fewIds, ReleaseMode mode) {
    Cluster cluster(List<Job> now) {
      Nodes n1 = aNode("n1").card("GPU-1a", 24).card("GPU-1b", 24);
      Nodes n2 = aNode("n2").card("GPU-2a", 24, 100, 2, 0).card("GPU-2b", 16);
      if (fewIds) {
        n1.allocatable("nvidia.com/gpu", "4");
        n2.allocatable("nvidia.com/gpu", "3");
      }
      Cluster cluster = Cluster.of(n1, n2).releasing(mode);
      now.forEach(job -> cluster.with(job.shown()));
      if (quota > 0) {
        cluster.with(
            aQuota("team-a/gpus").hard("limits.nvidia.com/gpumem", Integer.toString(quota)));
      }
      return cluster;
    }

    boolean fits(List<Job> now, String node) {
      return cluster(now).plan(pending.unbound()).plans().stream()
          .anyMatch(plan -> plan.node().name().equals(node));
    }

    boolean fitsAnywhere(List<Job> now) {
      return !cluster(now).plan(pending.unbound()).plans().isEmpty();
    }

    List<Job> after(List<Job> before, String event) {
      return before.stream().map(job -> job.after(event)).toList();
    }
  }

  @Test
  void whatIsPromisedComesTrueAndNothingSimplerIsLeftOut() {
    int[] seen = new int[3];
    Seeds.forAll(
        400,
        random -> {
          Scene scene = scene(random);
          List<Release> releases = releases(scene);
          if (scene.fitsAnywhere(scene.jobs())) {
            assertThat(releases).isEmpty();
            return;
          }
          boolean single = single(scene);
          if (single) {
            seen[0]++;
            assertThat(releases).isNotEmpty().allMatch(Release::sufficient);
            releases.forEach(
                release ->
                    assertThat(
                            scene.fits(scene.after(scene.jobs(), release.event()), release.node()))
                        .as(release::text)
                        .isTrue());
          } else if (!releases.isEmpty()) {
            seen[1]++;
            checkChain(scene, releases);
          } else {
            seen[2]++;
            List<Job> none = scene.jobs().stream().map(job -> job.at(0, true)).toList();
            assertThat(scene.fitsAnywhere(none)).isFalse();
          }
        });
    if (System.getProperty("tidemark.seed") == null) {
      assertThat(seen[0]).as("single events").isGreaterThan(50);
      assertThat(seen[1]).as("chains").isGreaterThan(10);
      assertThat(seen[2]).as("nothing helps").isGreaterThan(2);
    }
  }

  /** Whether the next event of some pod, or the end of one, suffices; found by trying. */
  private static boolean single(Scene scene) {
    for (Job job : scene.jobs()) {
      List<Job> next = new ArrayList<>(scene.jobs());
      int place = next.indexOf(job);
      for (int done = job.finished() + 1; done <= job.inits().size(); done++) {
        next.set(place, job.at(done, false));
        if (scene.fitsAnywhere(next)) {
          return true;
        }
      }
      next.set(place, job.at(job.finished(), true));
      if (scene.fitsAnywhere(next)) {
        return true;
      }
    }
    return false;
  }

  private static void checkChain(Scene scene, List<Release> chain) {
    String node = chain.get(0).node();
    assertThat(chain).hasSizeGreaterThan(1).allMatch(release -> release.node().equals(node));
    assertThat(chain.subList(0, chain.size() - 1)).noneMatch(Release::sufficient);
    assertThat(chain.get(chain.size() - 1).sufficient()).isTrue();
    List<Job> jobs = scene.jobs();
    for (Release release : chain) {
      assertThat(scene.fits(jobs, node)).isFalse();
      jobs = scene.after(jobs, release.event());
    }
    assertThat(scene.fits(jobs, node)).as(chain::toString).isTrue();
    for (Release left : chain) {
      List<Job> without = scene.jobs();
      for (Release release : chain) {
        without = release == left ? without : scene.after(without, release.event());
      }
      assertThat(scene.fits(without, node)).as("without " + left.text()).isFalse();
    }
  }

  private static List<Release> releases(Scene scene) {
    Cluster cluster = scene.cluster(scene.jobs());
    return new Explainer(cluster.families(), scene.mode())
        .explain(
            new Explain(
                Cluster.NOW,
                cluster.snapshot(),
                scene.pending().unbound().read(),
                cluster.policy(),
                null))
        .releases();
  }

  private static Scene scene(Random random) {
    ReleaseMode mode = ReleaseMode.values()[random.nextInt(3)];
    boolean fewIds = random.nextInt(4) == 0;
    Job pending = job(random, "team-a/pending");
    int quota = random.nextInt(3) == 0 ? 20 + random.nextInt(40) : 0;
    Scene scene = new Scene(List.of(), pending, quota, fewIds, mode);
    for (int i = 0; i < 6; i++) {
      scene = place(random, scene, job(random, (random.nextBoolean() ? "team-a/" : "b/") + i));
    }
    List<Job> moved = new ArrayList<>();
    for (Job job : scene.jobs()) {
      moved.add(job.at(random.nextInt(job.inits().size() + 1), false));
    }
    return new Scene(moved, pending, quota, fewIds, mode);
  }

  private static Scene place(Random random, Scene scene, Job job) {
    List<NodePlan> plans = scene.cluster(scene.jobs()).plan(job.unbound()).plans();
    if (plans.isEmpty()) {
      return scene;
    }
    NodePlan plan = plans.get(random.nextInt(plans.size()));
    String text =
        AllocationCodec.encode(
            Objects.requireNonNull(plan.allocation().slotsByFamily().get("NVIDIA")), "NVIDIA");
    List<Job> jobs = new ArrayList<>(scene.jobs());
    jobs.add(new Job(job.name(), job.inits(), job.apps(), plan.node().name(), text, 0, false));
    return new Scene(jobs, scene.pending(), scene.quota(), scene.fewIds(), scene.mode());
  }

  private static Job job(Random random, String name) {
    List<int[]> inits = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      inits.add(need(random, 20));
    }
    List<int[]> apps = new ArrayList<>();
    for (int i = 1 + random.nextInt(2); i > 0; i--) {
      apps.add(need(random, 10));
    }
    return new Job(name, inits, apps, "", "", 0, false);
  }

  /** Memory, cores and count. */
  private static int[] need(Random random, int most) {
    int cores = random.nextInt(6) == 0 ? 100 : 10 * random.nextInt(5);
    return new int[] {1 + random.nextInt(most), cores, 1 + random.nextInt(2)};
  }
}
