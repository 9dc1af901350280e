package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.PodKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StepReaderTest {
  private static final PodKey TRAIN = new PodKey("team-a", "train");

  @Test
  void shouldSayOfEachStepWhereItStandsAndWhatItIs() throws InputException {
    List<Step> steps =
        Inputs.steps(
            "{create: {pod: team-a/train}}", "{finish: {pod: team-a/train, container: prepare}}");

    assertThat(steps)
        .extracting(Step::at)
        .containsExactly(
            new Step.At(1, "stdin:27", "create", "create team-a/train"),
            new Step.At(2, "stdin:28", "finish", "finish team-a/train prepare"));
  }

  @Test
  void shouldSubmitADocumentUnderItsOwnName() throws InputException {
    assertThat(create("{create: {pod: team-a/train}}").as()).containsExactly(TRAIN);
  }

  @Test
  void shouldSubmitADocumentUnderAnotherNameInItsNamespaceUnlessTheNameHasOne()
      throws InputException {
    assertThat(create("{create: {pod: team-a/train, as: x}}").as())
        .containsExactly(new PodKey("team-a", "x"));
    assertThat(create("{create: {pod: team-a/train, as: team-b/x}}").as())
        .containsExactly(new PodKey("team-b", "x"));
  }

  @Test
  void shouldNumberTheNamesOfACount() throws InputException {
    Step.Create create = create("{create: {pod: team-a/train, as: x, count: 3}}");

    assertThat(create.document()).isEqualTo(TRAIN);
    assertThat(create.as())
        .containsExactly(
            new PodKey("team-a", "x-0"), new PodKey("team-a", "x-1"), new PodKey("team-a", "x-2"));
    assertThat(create.at().label()).isEqualTo("create team-a/train as team-a/x x3");
    assertThat(create("{create: {pod: team-a/train, count: 1}}").as())
        .containsExactly(new PodKey("team-a", "train-0"));
  }

  @Test
  void shouldKnowTheNamesThatLaterStepsBring() throws InputException {
    List<Step> steps =
        Inputs.steps(
            "{expect: {pod: team-a/x-1, decision: Deleted}}",
            "{start: {pod: team-a/x-1, container: prepare}}",
            "{finish: {pod: new, container: c}}",
            "{expect: {pod: new, node: n2}}",
            "{create: {pod: team-a/train, as: x, count: 2}}",
            "{apply: {apiVersion: v1, kind: Node, metadata: {name: n2}}}",
            "{apply: {apiVersion: v1, kind: Pod, metadata: {name: new}, spec: {containers: [{name: c}]}}}");

    assertThat(steps).hasSize(7);
  }

  @Test
  void shouldReadTheStepsOfAPod() throws InputException {
    assertThat(
            Inputs.steps(
                "{retry: {pod: team-a/train}}",
                "{filter: {pod: team-a/train}}",
                "{bind: {pod: team-a/train}}",
                "{succeed: {pod: team-a/train}}",
                "{fail: {pod: team-a/train}}",
                "{sandbox: {pod: team-a/train}}",
                "{redeliver: {pod: team-a/train}}",
                "{restart: {}}"))
        .extracting(step -> step.getClass().getSimpleName() + " " + step.at().label())
        .containsExactly(
            "Retry retry team-a/train",
            "Filter filter team-a/train",
            "Bind bind team-a/train",
            "Succeed succeed team-a/train",
            "Fail fail team-a/train",
            "Sandbox sandbox team-a/train",
            "Redeliver redeliver team-a/train",
            "Restart restart");
  }

  @Test
  void shouldFinishWithZeroUnlessSaid() throws InputException {
    Step.Finish plain = (Step.Finish) step("{finish: {pod: team-a/train, container: main}}");
    Step.Finish said =
        (Step.Finish) step("{finish: {pod: team-a/train, container: main, exitCode: 3}}");

    assertThat(plain.exitCode()).isZero();
    assertThat(said.exitCode()).isEqualTo(3);
    assertThat(said.at().label()).isEqualTo("finish team-a/train main exit 3");
  }

  @Test
  void shouldTakeAStatusExactlyAsItIs() throws InputException {
    Step.Status status =
        (Step.Status) step("{status: {pod: team-a/train, status: {phase: Running, novel: [1]}}}");

    assertThat(status.status()).hasToString("{\"phase\":\"Running\",\"novel\":[1]}");
  }

  @Test
  void shouldApplyAWholeObject() throws InputException {
    Step.Apply apply =
        (Step.Apply) step("{apply: {apiVersion: v1, kind: ResourceQuota, metadata: {name: q}}}");

    assertThat(apply.object().kind()).isEqualTo("ResourceQuota");
    assertThat(apply.object().namespace()).isEqualTo("default");
    assertThat(apply.object().place()).isEqualTo("stdin:27 (document 5)");
    assertThat(apply.at().label()).isEqualTo("apply ResourceQuota default/q");
  }

  @Test
  void shouldRemoveInANamespaceWhereTheKindHasThem() throws InputException {
    assertThat(step("{remove: {kind: ResourceQuota, name: gpus, namespace: team-a}}"))
        .isInstanceOfSatisfying(
            Step.Remove.class, remove -> assertThat(remove.namespace()).isEqualTo("team-a"));
    assertThat(step("{remove: {kind: Node, name: n1}}"))
        .isInstanceOfSatisfying(
            Step.Remove.class, remove -> assertThat(remove.namespace()).isEmpty());
    assertThat(step("{remove: {kind: Namespace, name: not-declared}}"))
        .isInstanceOf(Step.Remove.class);
  }

  @Test
  void shouldAdvanceByAGoDuration() throws InputException {
    assertThat(((Step.Advance) step("{advance: 1h30m}")).by()).isEqualTo(Duration.ofMinutes(90));
  }

  @Test
  void shouldReadAnExpectationOfAPod() throws InputException {
    Step.ExpectPod all =
        (Step.ExpectPod)
            step(
                "{expect: {pod: team-a/train, decision: Bound, node: n1, reason: full, "
                    + "allocation: 'GPU-0,NVIDIA,1,0:;', devices: [GPU-1, GPU-0], wouldFitAfter: prepare}}");
    Step.ExpectPod one = (Step.ExpectPod) step("{expect: {pod: team-a/train, devices: []}}");

    assertThat(all.decision()).isEqualTo("Bound");
    assertThat(all.node()).isEqualTo("n1");
    assertThat(all.reason()).isEqualTo("full");
    assertThat(all.allocation()).isEqualTo(Map.of("", "GPU-0,NVIDIA,1,0:;"));
    assertThat(all.devices()).isEqualTo(Set.of("GPU-0", "GPU-1"));
    assertThat(all.wouldFitAfter()).isEqualTo("prepare");
    assertThat(one)
        .isEqualTo(new Step.ExpectPod(one.at(), TRAIN, null, null, null, null, Set.of(), null));
  }

  @Test
  void shouldReadAnAllocationByFamily() throws InputException {
    Step.ExpectPod expect =
        (Step.ExpectPod) step("{expect: {pod: team-a/train, allocation: {NVIDIA: ';'}}}");

    assertThat(expect.allocation()).isEqualTo(Map.of("NVIDIA", ";"));
  }

  @Test
  void shouldReadAnExpectationOfADevice() throws InputException {
    Step.ExpectDevice all =
        (Step.ExpectDevice)
            step(
                "{expect: {node: n1, device: GPU-0, memory: 5, cores: 120, slots: 2.0, overcommitted: true}}");

    assertThat(all).isEqualTo(new Step.ExpectDevice(all.at(), "n1", "GPU-0", 5L, 120L, 2L, true));
  }

  @Test
  void shouldTellNoLimitFromALimitThatIsNotExpected() throws InputException {
    String start = "{expect: {namespace: anywhere, resource: nvidia.com/gpumem, ";
    Step.ExpectNamespace none = (Step.ExpectNamespace) step(start + "limit: none}}");
    Step.ExpectNamespace some = (Step.ExpectNamespace) step(start + "limit: 0}}");
    Step.ExpectNamespace open = (Step.ExpectNamespace) step(start + "used: 0}}");

    assertThat(none.limit()).isEqualTo(Step.Limit.NONE);
    assertThat(some.limit()).isEqualTo(new Step.Limit(0L));
    assertThat(open.limit()).isNull();
    assertThat(open.used()).isZero();
  }

  @Test
  void shouldReadExpectationsOfAQuotaAndOfTheLedger() throws InputException {
    Step.ExpectQuota quota =
        (Step.ExpectQuota)
            step("{expect: {quota: team-a/gpus, resource: nvidia.com/gpu, used: 1, limit: none}}");

    assertThat(quota)
        .isEqualTo(
            new Step.ExpectQuota(
                quota.at(), "team-a", "gpus", "nvidia.com/gpu", 1L, Step.Limit.NONE));
    assertThat(step("{expect: {ledger: clean}}")).isInstanceOf(Step.ExpectLedgerClean.class);
  }

  private static Step step(String step) throws InputException {
    return Inputs.steps(step).get(0);
  }

  private static Step.Create create(String step) throws InputException {
    return (Step.Create) step(step);
  }
}
