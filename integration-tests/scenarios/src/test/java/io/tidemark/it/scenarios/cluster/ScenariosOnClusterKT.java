package io.tidemark.it.scenarios.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.Settings;
import io.tidemark.controlplane.junit.ControlPlaneTest;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.it.scenarios.Places;
import io.tidemark.it.scenarios.Program;
import io.tidemark.it.scenarios.ScenarioFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.opentest4j.TestAbortedException;

/**
 * Every scenario file that can happen on a real cluster, with the same expectations as in the
 * simulator. A file that cannot is skipped by a rule, and says which.
 */
@DisabledIfSystemProperty(named = "tidemark.test.skip-control-plane", matches = "true")
@ControlPlaneTest(dedicated = true, settings = ScenariosOnClusterKT.NodesAsWritten.class)
class ScenariosOnClusterKT {
  /** So many files run at least; that more are left out must not pass unseen. */
  private static final int LEAST = 151;

  /** For one who looks into some files: a regular expression for their titles. */
  private static final String ONLY = System.getProperty("tidemark.scenarios.only", "");

  /** Without the taint that admission puts on every new node until a controller finds it ready. */
  static final class NodesAsWritten implements Supplier<Settings> {
    @Override
    public Settings get() {
      return Settings.defaults()
          .withApiServerFlag("--disable-admission-plugins=TaintNodesByCondition");
    }
  }

  private static Installation installation;
  private static RealCluster cluster;

  private final Map<LeftOut.Rule, List<String>> leftOut = new TreeMap<>();
  private int ran;

  @BeforeAll
  static void install(ControlPlane controlPlane) {
    Path manifests = Places.of("tidemark.work").resolve("manifests");
    Program.Run written =
        Program.run(
            List.of(
                "manifests",
                "--directory",
                manifests.toString(),
                "--config",
                Program.configuration().toString()));
    assertThat(written.exitStatus()).as(written.err()).isZero();
    adapt(manifests.resolve("kube-scheduler").resolve("configuration.yaml"));
    installation = Installation.on(controlPlane, manifests);
    Replica tidemark =
        installation.startOne(
            Map.of(
                "TIDEMARK_FAMILIES_FILES",
                Places.of("tidemark.families").resolve("acme.yaml").toString(),
                "TIDEMARK_FAMILIES_ENABLED",
                Program.SWITCHED_ON,
                "TIDEMARK_LEADERSHIP_LEASE_DURATION",
                "3s",
                "TIDEMARK_LEADERSHIP_RENEW_DEADLINE",
                "2s",
                "TIDEMARK_LEADERSHIP_RETRY_PERIOD",
                "500ms"));
    cluster = new RealCluster(controlPlane, installation, tidemark);
  }

  /** One kube-scheduler stands for the cluster's own too, and tries pods again without delay. */
  private static void adapt(Path configuration) {
    try {
      Files.writeString(
          configuration,
          Files.readString(configuration)
                  .replace("profiles:\n", "profiles:\n- schedulerName: default-scheduler\n")
              + "podMaxBackoffSeconds: 1\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterAll
  static void end() {
    cluster.close();
    installation.close();
  }

  @TestFactory
  @DisplayName("every expectation of every file that can happen holds")
  Stream<DynamicTest> everyExpectationHolds() {
    Stream<DynamicTest> files =
        ScenarioFile.all().stream()
            .filter(file -> Pattern.compile(ONLY).matcher(file.title()).find())
            .map(file -> dynamicTest(file.title(), file.path().toUri(), () -> run(file)));
    return Stream.concat(
        files, Stream.of(dynamicTest("few files are left out", this::fewAreLeftOut)));
  }

  private void run(ScenarioFile file) {
    int violations = cluster.agent().violations().size();
    try {
      new ScenarioRun(cluster, file).run();
      ran++;
      assertThat(cluster.agent().violations()).as("violations").hasSize(violations);
    } catch (LeftOut e) {
      leftOut.computeIfAbsent(e.rule(), rule -> new ArrayList<>()).add(file.title());
      System.out.println(file.title() + " is left out: " + e.getMessage());
      throw new TestAbortedException(e.getMessage(), e);
    } finally {
      cluster.clean();
    }
  }

  private void fewAreLeftOut() {
    System.out.println(ran + " scenario files ran on a real cluster; left out:");
    leftOut.forEach(
        (rule, files) -> System.out.println("  " + rule + " (" + files.size() + "): " + files));
    if (ONLY.isEmpty()) {
      assertThat(ran).isGreaterThanOrEqualTo(LEAST);
    }
  }
}
