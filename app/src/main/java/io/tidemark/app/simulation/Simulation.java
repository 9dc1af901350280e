package io.tidemark.app.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.report.SimulationReport;
import io.tidemark.app.report.UsageReporter;
import io.tidemark.app.simulation.scenario.KubeObject;
import io.tidemark.app.simulation.scenario.SimulationInput;
import io.tidemark.app.simulation.scenario.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/** Runs one input on a cluster of its own. */
final class Simulation {
  private final SimulationInput input;
  private final SimulatedCluster cluster;
  private final DeviceFamilies families;
  private final Submissions submissions;
  private final List<Step> steps;
  private final StepRunner runner;
  private final ExpectationChecker expectations;

  Simulation(SimulationInput input, SimulatedCluster cluster, DeviceFamilies families) {
    this.input = input;
    this.cluster = cluster;
    this.families = families;
    this.submissions = Submissions.of(input, families);
    this.steps = input.steps() == null ? submissions.steps() : input.steps();
    this.runner = new StepRunner(cluster, submissions.documents());
    this.expectations = new ExpectationChecker(cluster, families);
  }

  /**
   * @param progress is told the number of every step that is done
   */
  SimulationReport run(IntConsumer progress) {
    begin();
    for (Step step : steps) {
      perform(step);
      progress.accept(step.at().index());
    }
    return report();
  }

  /** Puts there what is there from the start; before the first step. */
  void begin() {
    cluster.start(submissions.present(), podsOf(input));
    cluster.recorder().moment("start", cluster.snapshot());
    submissions.notes().forEach(cluster.recorder()::malformed);
  }

  /** What happens, in order. */
  List<Step> steps() {
    return steps;
  }

  void perform(Step step) {
    Recorder recorder = cluster.recorder();
    recorder.begin(step, cluster::present);
    if (!expectations.check(step)) {
      runner.run(step);
      cluster.wakeUp();
      recorder.moment(step.at().label(), cluster.snapshot());
    }
  }

  /** What has happened. */
  SimulationReport report() {
    Recorder recorder = cluster.recorder();
    return new SimulationReport(
        input.name(),
        recorder.events(),
        recorder.moments(),
        new UsageReporter(families).report(cluster.snapshot(), named("Node"), namespaces()),
        cluster.book().outcomes(),
        templates(),
        recorder.expectations());
  }

  /**
   * Runs the steps of a Scenario, or only starts the cluster where there is none, and then admits
   * one pod of the files, if it has not entered by then.
   */
  void runUpTo(PodKey pod, IntConsumer progress) {
    if (input.steps() == null) {
      cluster.start(submissions.present(), podsOf(input));
    } else {
      run(progress);
    }
    PodBook.Entry entry = cluster.book().find(pod);
    JsonNode document = submissions.documents().get(pod);
    if (document != null && (entry == null || entry.lastObject() == null)) {
      cluster.create(pod, document, false);
    }
  }

  private static List<PodKey> podsOf(SimulationInput input) {
    List<PodKey> pods = new ArrayList<>();
    for (KubeObject object : input.objects()) {
      if (object.kind().equals("Pod")) {
        pods.add(new PodKey(object.namespace(), object.name()));
      }
    }
    return pods;
  }

  private Set<PodKey> templates() {
    Set<PodKey> templates = new LinkedHashSet<>();
    for (Step step : steps) {
      if (step instanceof Step.Create create
          && !create.as().contains(create.document())
          && cluster.book().of(create.document()).lastObject() == null) {
        templates.add(create.document());
      }
    }
    return templates;
  }

  private Set<String> named(String kind) {
    Set<String> names = new LinkedHashSet<>();
    for (KubeObject object : input.objects()) {
      if (object.kind().equals(kind)) {
        names.add(object.name());
      }
    }
    return names;
  }

  /** The namespaces that the files name, with the pods that they and the steps name there. */
  private Map<String, List<PodRecord>> namespaces() {
    Map<String, List<PodRecord>> pods = new LinkedHashMap<>();
    named("Namespace").forEach(name -> pods.put(name, new ArrayList<>()));
    for (KubeObject object : input.objects()) {
      if (object.kind().equals("ResourceQuota")) {
        pods.computeIfAbsent(object.namespace(), name -> new ArrayList<>());
      } else if (object.kind().equals("Pod")) {
        pods.computeIfAbsent(object.namespace(), name -> new ArrayList<>())
            .add(cluster.read(object.json()));
      }
    }
    for (PodBook.Entry entry : cluster.book().all()) {
      List<PodRecord> known =
          pods.computeIfAbsent(entry.key().namespace(), name -> new ArrayList<>());
      JsonNode last = entry.lastObject();
      if (last != null) {
        known.add(cluster.read(last));
      }
    }
    return pods;
  }
}
