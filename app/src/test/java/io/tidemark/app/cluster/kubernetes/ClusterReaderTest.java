package io.tidemark.app.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.tidemark.app.cluster.kubernetes.ClusterReader.Kind;
import io.tidemark.app.config.InvalidConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterReaderTest {
  private static final ClusterConfig CONFIG =
      new SmallRyeConfigBuilder()
          .withMapping(ClusterConfig.class)
          .withDefaultValue("tidemark.cluster.list-page-size", "2")
          // Quarkus' own form of durations needs Quarkus' converters.
          .withDefaultValue("tidemark.cluster.request-timeout", "PT5S")
          .withDefaultValue("tidemark.cluster.list-timeout", "PT30S")
          .withDefaultValue("tidemark.cluster.watch-timeout", "PT60S")
          .withDefaultValue("tidemark.cluster.retry-interval", "PT5S")
          .build()
          .getConfigMapping(ClusterConfig.class);

  @TempDir Path directory;

  private final FakeApiServer server = new FakeApiServer();
  private ClusterReader reader;

  @BeforeEach
  void open() {
    reader = new ClusterReader(server.client(), () -> {}, CONFIG, Clock.systemUTC());
    for (int i = 0; i < 5; i++) {
      ObjectNode node = Json.object();
      node.withObject("/metadata").put("name", "n" + i);
      node.withObject("/spec").putArray("tolerations");
      server.put("nodes", node);
    }
  }

  @AfterEach
  void close() {
    reader.close();
    server.close();
  }

  @Test
  void allPagesAreReadWithTheWholeObjects() {
    assertThat(names()).containsExactly("n0", "n1", "n2", "n3", "n4");
    assertThat(reader.list(Kind.NODE, node -> node.path("spec").has("tolerations")))
        .containsOnly(true);
  }

  @Test
  void pagesThatExpireAreReadAnewWithoutCountingAnythingTwice() {
    server.expireNextPage();

    assertThat(names()).containsExactly("n0", "n1", "n2", "n3", "n4");
  }

  @Test
  void nothingIsAskedButLists() {
    names();

    assertThat(server.asked()).isNotEmpty().allMatch(uri -> uri.startsWith("/api/v1/nodes?limit="));
  }

  @Test
  void whatMayNotBeListedIsOneLineWithTheReason() {
    server.fail("list nodes", 403);

    assertThatThrownBy(this::names)
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageMatching("the API server at http\\S+ does not list nodes: told to fail");
  }

  @Test
  void anApiServerThatIsGoneIsOneLine() {
    server.stop();

    assertThatThrownBy(this::names)
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessageContaining("does not list nodes: Connection refused");
    server.start();
  }

  @Test
  void aKubeconfigOrContextThatIsNotThereIsOneLine() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("kubeconfig"),
            """
            apiVersion: v1
            kind: Config
            clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: u, user: {token: x}}]
            contexts: [{name: b, context: {cluster: a, user: u, namespace: team-a}}]
            """);

    assertThatThrownBy(() -> ChosenCluster.client(directory.resolve("none"), null))
        .isInstanceOf(InvalidConfigurationException.class)
        .hasMessage("--kubeconfig: cannot read " + directory.resolve("none"));
    assertThatThrownBy(() -> ChosenCluster.client(file, null))
        .hasMessage(file + " has no current context; it has b");
    assertThatThrownBy(() -> ChosenCluster.client(file, "c"))
        .hasMessage("no context c in " + file + "; it has b");
    try (var client = ChosenCluster.client(file, "b")) {
      assertThat(client.getNamespace()).isEqualTo("team-a");
    }
  }

  private List<String> names() {
    return reader.list(Kind.NODE, ClusterReaderTest::name);
  }

  private static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }
}
