package io.tidemark.controlplane.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.controlplane.agent.ContainerSpec.Kind;
import io.tidemark.controlplane.agent.PodRun.Phase;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodRunTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private Instant now = START;

  @Test
  void aRunOfNoTimeGoesFromPendingToSucceededAtOnce() {
    PodRun run = run("Never", "*=0ms", init("one"), sidecar("side"), app("app"));

    assertThat(run.phase()).isEqualTo(Phase.PENDING);
    run.tick(now);

    assertThat(run.phase()).isEqualTo(Phase.SUCCEEDED);
    assertThat(run.nextTick(now)).isNull();
  }

  @Test
  void initContainersRunOneByOneAndSidecarsStayBesideThem() {
    PodRun run = run("Never", "*=hold", init("one"), sidecar("side"), init("two"), app("app"));

    run.tick(now);
    assertThat(running(run)).containsExactly("one");
    finish(run, "one", 0);
    assertThat(running(run)).containsExactly("side", "two");
    assertThat(run.initialized()).isFalse();
    finish(run, "two", 0);
    assertThat(running(run)).containsExactly("side", "app");
    assertThat(run.initialized()).isTrue();
    finish(run, "app", 0);
    assertThat(run.phase()).isEqualTo(Phase.SUCCEEDED);
  }

  @Test
  void thePodFailsWhenAnAppContainerFailed() {
    PodRun run = run("Never", "*=hold", app("a"), app("b"));
    run.tick(now);

    finish(run, "a", 1);
    assertThat(run.phase()).isEqualTo(Phase.RUNNING);
    finish(run, "b", 0);

    assertThat(run.phase()).isEqualTo(Phase.FAILED);
  }

  @Test
  void aFailedInitContainerIsTriedAgainAfterItsBackOff() {
    PodRun run = run("OnFailure", "one=hold", init("one"), app("app"));
    run.tick(now);

    finish(run, "one", 1);
    assertThat(running(run)).isEmpty();
    assertThat(run.nextTick(now)).isEqualTo(START.plus(PodRun.BACK_OFF));
    now = now.plus(PodRun.BACK_OFF);
    run.tick(now);

    assertThat(running(run)).containsExactly("one");
    assertThat(run.containers().get(0).starts()).isEqualTo(2);
    assertThat(run.containers().get(0).last()).isNotNull();
  }

  @Test
  void anAppContainerOfPolicyAlwaysStartsAgain() {
    PodRun run = run("Always", "", app("app"));
    run.tick(now);

    finish(run, "app", 0);
    now = now.plus(PodRun.BACK_OFF);
    run.tick(now);

    assertThat(running(run)).containsExactly("app");
    assertThat(run.phase()).isEqualTo(Phase.RUNNING);
  }

  @Test
  void aNewSandboxStartsOverAndALateBackOffDoesNotWakeForEver() {
    PodRun run = run("Always", "*=hold", init("one"), app("a"), app("b"));
    run.tick(now);
    finish(run, "one", 0);
    finish(run, "a", 1);

    run.rebuildSandbox(now);
    now = now.plus(PodRun.BACK_OFF);
    run.tick(now);

    assertThat(running(run)).containsExactly("one");
    assertThat(run.nextTick(now)).isNull();
    finish(run, "one", 0);
    assertThat(running(run)).containsExactly("a", "b");
  }

  @Test
  void aContainerEndsByItselfWhenItsTimeHasCome() {
    PodRun run = run("Never", "app=2s/exit=4", app("app"));
    run.tick(now);

    assertThat(run.nextTick(now)).isEqualTo(START.plusSeconds(2));
    now = START.plusSeconds(2);
    run.tick(now);

    assertThat(run.phase()).isEqualTo(Phase.FAILED);
  }

  @Test
  void onlyARunningContainerCanBeEnded() {
    PodRun run = run("Never", "*=hold", init("one"), app("app"));
    run.tick(now);

    assertThat(run.end("app", 0, now)).isFalse();
    assertThat(run.end("one", 0, now)).isTrue();
  }

  private void finish(PodRun run, String container, int exitCode) {
    assertThat(run.end(container, exitCode, now)).isTrue();
    run.tick(now);
  }

  private static List<String> running(PodRun run) {
    return run.running().map(container -> container.spec().name()).toList();
  }

  private static PodRun run(String policy, String script, ContainerSpec... containers) {
    return new PodRun(List.of(containers), policy, PodScript.parse(script));
  }

  private static ContainerSpec init(String name) {
    return new ContainerSpec(name, Kind.INIT, "none", Map.of());
  }

  private static ContainerSpec sidecar(String name) {
    return new ContainerSpec(name, Kind.SIDECAR, "none", Map.of());
  }

  private static ContainerSpec app(String name) {
    return new ContainerSpec(name, Kind.APP, "none", Map.of());
  }
}
