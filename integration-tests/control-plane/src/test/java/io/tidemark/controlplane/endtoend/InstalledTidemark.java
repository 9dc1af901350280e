package io.tidemark.controlplane.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.agent.NodeAgent;
import io.tidemark.controlplane.junit.TestNamespace;
import io.tidemark.controlplane.tidemark.Installation;
import io.tidemark.controlplane.tidemark.Replica;
import io.tidemark.controlplane.tidemark.Workload;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/**
 * Tests of one installation of Tidemark with one replica. Each has a namespace and nodes of its
 * own, and after each no share has been given twice.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InstalledTidemark {
  Installation installation;
  Replica tidemark;
  NodeAgent agent;
  Workload workload;

  /** Settings of Tidemark beside those of the manifests. */
  Map<String, String> settings() {
    return Map.of();
  }

  @BeforeAll
  void install(ControlPlane controlPlane) {
    installation = Installation.on(controlPlane);
    tidemark = installation.startOne(settings());
  }

  @AfterAll
  void end() {
    installation.close();
  }

  @BeforeEach
  void open(TestNamespace namespace) {
    agent = installation.agent();
    workload = new Workload(namespace, tidemark);
  }

  @AfterEach
  void nothingIsGivenTwice() {
    assertThat(agent.violations()).isEmpty();
    agent.close();
  }
}
