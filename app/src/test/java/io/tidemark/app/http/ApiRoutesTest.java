package io.tidemark.app.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.bus.UsageMessages.Reserve;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.ClusterId;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.DecisionLog;
import jakarta.inject.Inject;
import java.net.URL;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@TestProfile(HttpTestProfile.class)
class ApiRoutesTest {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");
  private static final String N1 =
      "{\"GPU-0\":{\"slots\":1,\"memoryMiB\":20000,\"cores\":30,\"family\":\"NVIDIA\","
          + "\"model\":\"NVIDIA-Model X1\",\"healthy\":true,"
          + "\"capacity\":{\"slots\":10,\"memoryMiB\":24000,\"cores\":100},"
          + "\"holders\":[{\"pod\":\"team-a/train\",\"slots\":1,\"memoryMiB\":20000,\"cores\":30}]},"
          + "\"GPU-gone\":{\"slots\":1,\"memoryMiB\":500,\"cores\":0,\"family\":\"NVIDIA\","
          + "\"model\":null,\"healthy\":null,\"capacity\":null,"
          + "\"holders\":[{\"pod\":\"team-b/old\",\"slots\":1,\"memoryMiB\":500,\"cores\":0}]}}";

  @Inject ModuleBus bus;
  @Inject DecisionLog decisions;

  @SuppressWarnings("NullAway.Init") // set by Quarkus
  @TestHTTPResource(value = "/metrics", management = true)
  URL metrics;

  @BeforeEach
  void fill() {
    observe(new ClusterChange.NodeSeen(Nodes.aNode("n1").card("GPU-0", 24_000).read()));
    observe(new ClusterChange.NodeSeen(Nodes.aNode("n2").card("GPU-0", 8_000).read()));
    observe(
        new ClusterChange.QuotaSeen(
            Quotas.aQuota("team-a/q").hard("limits.nvidia.com/gpumem", "30000").read()));
    observe(
        new ClusterChange.PodSeen(
            Pods.aPod("team-a/train")
                .app(Containers.gpu("main", 20_000, 30))
                .boundTo("n1", "GPU-0,NVIDIA,20000,30:;")
                .read()));
    observe(
        new ClusterChange.PodSeen(
            Pods.aPod("team-b/old")
                .app(Containers.gpu("main", 500))
                .boundTo("n1", "GPU-gone,NVIDIA,500,0:;")
                .read()));
    observe(
        new ClusterChange.PodSeen(
            Pods.aPod("team-b/broken")
                .app(Containers.gpu("main", 500))
                .boundTo("n2", "GPU-0,NVIDIA,oops,0:;")
                .read()));
    observe(
        new ClusterChange.PodSeen(
            Pods.aPod("team-b/infer").app(Containers.gpu("serve", 9_000)).read()));
  }

  @AfterEach
  void forget() {
    bus.forget(new Forget(ClusterId.LIVE));
  }

  @Test
  void theWholeLedgerIsTold() {
    JsonNode usage = json(given().get("/api/usage"));
    assertThat(usage.fieldNames())
        .toIterable()
        .containsExactly(
            "cluster", "version", "nodes", "namespaces", "quotas", "pods", "closedNodes");
    assertThat(usage.path("cluster").asText()).isEqualTo("live");
    assertThat(usage.at("/nodes/n1")).hasToString(N1);
    assertThat(usage.path("namespaces"))
        .hasToString(
            "{\"team-a\":{\"nvidia.com/gpu\":{\"used\":1,\"limit\":null},"
                + "\"nvidia.com/gpucores\":{\"used\":30,\"limit\":null},"
                + "\"nvidia.com/gpumem\":{\"used\":20000,\"limit\":30000}},"
                + "\"team-b\":{\"nvidia.com/gpu\":{\"used\":2,\"limit\":null},"
                + "\"nvidia.com/gpumem\":{\"used\":500,\"limit\":null}}}");
    assertThat(usage.path("quotas"))
        .hasToString(
            "{\"team-a\":{\"q\":{\"nvidia.com/gpumem\":{\"used\":20000,\"limit\":30000}}}}");
    assertThat(usage.path("pods").findValuesAsText("pod"))
        .containsExactly("team-a/train", "team-b/broken", "team-b/old");
    assertThat(usage.at("/pods/0"))
        .hasToString(
            "{\"pod\":\"team-a/train\",\"uid\":\"uid-team-a-train\",\"node\":\"n1\","
                + "\"basis\":\"Allocated\"}");
    assertThat(usage.at("/pods/1/basis").asText()).isEqualTo("Unreadable");
    assertThat(usage.path("closedNodes")).hasToString("{\"n2\":[\"team-b/broken\"]}");
  }

  @Test
  void theHoldersOfACardAreInOrderOfTheirNamesAndNotInThatInWhichTheyWereSeen() {
    observe(
        new ClusterChange.PodSeen(
            Pods.aPod("team-a/late")
                .app(Containers.gpu("main", 500))
                .boundTo("n1", "GPU-gone,NVIDIA,500,0:;")
                .read()));
    JsonNode usage = json(given().get("/api/usage"));
    assertThat(usage.at("/nodes/n1/GPU-gone/holders").findValuesAsText("pod"))
        .containsExactly("team-a/late", "team-b/old");
    observe(new ClusterChange.PodGone("uid-team-a-late"));
  }

  @Test
  void oneNodeOrOneNamespaceCanBeAskedAbout() {
    JsonNode node = json(given().queryParam("node", "n1").get("/api/usage"));
    assertThat(node.path("nodes")).hasToString("{\"n1\":" + N1 + "}");
    assertThat(node.path("namespaces")).isEmpty();
    assertThat(node.path("quotas")).isEmpty();
    assertThat(node.path("pods").findValuesAsText("pod"))
        .containsExactly("team-a/train", "team-b/old");
    JsonNode namespace = json(given().queryParam("namespace", "team-a").get("/api/usage"));
    assertThat(namespace.path("nodes")).isEmpty();
    assertThat(namespace.path("namespaces").fieldNames()).toIterable().containsExactly("team-a");
    assertThat(namespace.path("pods").findValuesAsText("pod")).containsExactly("team-a/train");
  }

  @Test
  void aWaitingPodIsExplainedAsTheCommandLineDoes() {
    JsonNode json = json(given().get("/api/explain/team-b/infer"));
    assertThat(json.path("pod").asText()).isEqualTo("team-b/infer");
    assertThat(json.path("nodes").findValuesAsText("node")).containsExactlyInAnyOrder("n1", "n2");
    assertThat(json.at("/releases/0/event").asText()).contains("team-a/train");
    for (String accept : List.of("*/*", "application/json", "application/json, text/plain;q=0.5")) {
      assertThat(given().header("Accept", accept).get("/api/explain/team-b/infer").contentType())
          .isEqualTo("application/json");
    }
    Response text = given().header("Accept", "text/plain").get("/api/explain/team-b/infer");
    assertThat(text.contentType()).isEqualTo("text/plain; charset=utf-8");
    assertThat(text.asString()).startsWith("team-b/infer\n").contains("Fits on none of 2 nodes");
  }

  @Test
  void aReservationDoesNotStandInItsOwnPodsWay() {
    PodRecord pod = Pods.aPod("team-b/small").app(Containers.gpu("serve", 3_000)).read();
    observe(new ClusterChange.PodSeen(pod));
    PodAllocation share =
        new PodAllocation(Map.of("NVIDIA", List.of(List.of(new DeviceShare("GPU-0", 3_000, 0)))));
    bus.reserve(new Reserve(ClusterId.LIVE, AT, pod, "n1", share));
    assertThat(json(given().get("/api/explain/team-b/small")).path("fits")).hasToString("[\"n1\"]");
    assertThat(json(given().get("/api/usage?node=n1")).at("/nodes/n1/GPU-0/memoryMiB").asInt())
        .as("explaining changes nothing")
        .isEqualTo(23_000);
  }

  @Test
  void aBoundPodHasNothingToExplain() {
    assertThat(json(given().get("/api/explain/team-a/train")))
        .hasToString("{\"pod\":\"team-a/train\",\"settled\":\"is bound to node n1\"}");
    assertThat(given().header("Accept", "text/plain").get("/api/explain/team-a/train").asString())
        .isEqualTo("pod team-a/train is bound to node n1\n");
  }

  @Test
  void theLatestDecisionIsToldFirst() {
    PodKey pod = new PodKey("team-z", "p");
    decisions.add(new DecisionLog.Entry(AT, pod, "u1", DecisionLog.What.RESERVED, "n1", null));
    decisions.add(
        new DecisionLog.Entry(
            AT.plusSeconds(1), pod, "u1", DecisionLog.What.BIND_FAILED, "n1", "locked"));
    JsonNode json = json(given().queryParam("pod", "team-z/p").get("/api/decisions"));
    assertThat(json)
        .hasToString(
            "{\"decisions\":[{\"time\":\"2030-01-01T00:00:01Z\",\"pod\":\"team-z/p\","
                + "\"uid\":\"u1\",\"decision\":\"BindFailed\",\"node\":\"n1\","
                + "\"reason\":\"locked\"},{\"time\":\"2030-01-01T00:00:00Z\","
                + "\"pod\":\"team-z/p\",\"uid\":\"u1\",\"decision\":\"Reserved\","
                + "\"node\":\"n1\",\"reason\":null}]}");
    assertThat(json(given().get("/api/decisions")).path("decisions").size())
        .isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/usage?node=n9, 404, NotFound, node n9 is not known",
    "GET, /api/usage?namespace=x, 404, NotFound, namespace x has neither usage nor a quota",
    "GET, /api/explain/team-b/x, 404, NotFound, no pod team-b/x is known that asks for a device",
    "GET, /api/explain/team-b, 404, NotFound, no /api/explain/team-b",
    "GET, /api/nothing, 404, NotFound, no /api/nothing",
    "POST, /api/usage, 405, MethodNotAllowed, /api/usage is only read",
    "DELETE, /api/decisions, 405, MethodNotAllowed, /api/decisions is only read"
  })
  void errorsHaveOneForm(String method, String path, int status, String reason, String message) {
    Response response = given().header("Accept", "text/plain").request(method, path);
    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(json(response))
        .hasToString(
            "{\"code\":"
                + status
                + ",\"reason\":\""
                + reason
                + "\",\"message\":\""
                + message
                + "\"}");
  }

  @Test
  void metricsNameEndpointsAndNoPods() {
    given().get("/api/explain/team-b/infer");
    given().contentType("application/json").body(Requests.byName("n1")).post("/filter");
    given().contentType("application/json").body("{}").post("/bind");
    String text = given().get(metrics).asString();
    assertThat(text)
        .contains("tidemark_http_requests_seconds_count{endpoint=\"filter\",outcome=\"ok\"}")
        .contains("tidemark_http_requests_seconds_count{endpoint=\"bind\",outcome=\"unreadable\"}")
        .contains("le=\"0.005\"")
        .doesNotContain("infer");
  }

  private void observe(ClusterChange change) {
    bus.observe(new Observe(ClusterId.LIVE, AT, change));
  }

  private static JsonNode json(Response response) {
    assertThat(response.contentType()).isEqualTo("application/json");
    try {
      return Json.MAPPER.readTree(response.asString());
    } catch (java.io.IOException e) {
      throw new AssertionError(response.asString(), e);
    }
  }
}
