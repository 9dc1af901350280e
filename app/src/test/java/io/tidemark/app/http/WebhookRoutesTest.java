package io.tidemark.app.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import io.tidemark.admission.JsonPatch;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import io.tidemark.api.bus.ClusterChange;
import io.tidemark.api.bus.UsageMessages.Forget;
import io.tidemark.api.bus.UsageMessages.Observe;
import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Pods;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.ClusterId;
import io.tidemark.app.bus.ModuleBus;
import io.tidemark.app.scheduling.DecisionLog;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@TestProfile(HttpTestProfile.class)
class WebhookRoutesTest {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:00Z");
  private static final String V1 = "admission.k8s.io/v1";

  /** Project kubernetes/kubernetes#113952: neither name nor namespace in the object. */
  private static final String NAMELESS =
      "{\"apiVersion\":\"admission.k8s.io/v1\",\"kind\":\"AdmissionReview\",\"request\":{"
          + "\"uid\":\"r1\",\"operation\":\"CREATE\",\"namespace\":\"team-a\",\"name\":\"\","
          + "\"dryRun\":true,\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{"
          + "\"generateName\":\"job-\"},\"spec\":{\"initContainers\":[{\"name\":\"i\","
          + "\"image\":\"x\",\"resources\":{\"limits\":{\"nvidia.com/gpu\":\"1\","
          + "\"nvidia.com/gpumem\":\"9000\"}}}],\"containers\":[{\"name\":\"c\","
          + "\"image\":\"x\"}]}}}}";

  @Inject ModuleBus bus;
  @Inject DecisionLog decisions;

  @AfterEach
  void forget() {
    bus.forget(new Forget(ClusterId.LIVE));
  }

  @Test
  void theQuotaOfTheRequestsNamespaceApplies() {
    quota("8000");
    int before = decisions.latest().size();
    JsonNode response = response(post("/webhook", NAMELESS), V1, "r1");
    assertThat(response.path("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(403);
    assertThat(response.at("/status/reason").asText()).isEqualTo("Forbidden");
    assertThat(response.at("/status/message").asText())
        .contains("9000")
        .contains("8000")
        .doesNotContain("\n");
    assertThat(decisions.latest()).as("a dry run leaves no trace").hasSize(before);

    post("/webhook", NAMELESS.replace("\"dryRun\":true", "\"dryRun\":false"));
    DecisionLog.Entry entry = decisions.latest().get(0);
    assertThat(entry.pod()).hasToString("team-a/job-*");
    assertThat(entry.what()).isEqualTo(DecisionLog.What.DENIED);
    assertThat(entry.reason()).isEqualTo(response.at("/status/message").asText());
  }

  @Test
  void anAllowedPodIsBroughtIntoNormalFormByAPatch() {
    quota("9000");
    JsonNode response = response(post("/webhook", NAMELESS), V1, "r1");
    assertThat(response.path("allowed").asBoolean()).isTrue();
    assertThat(response.path("patchType").asText()).isEqualTo("JSONPatch");
    assertThat(patch(response))
        .contains(
            new PatchOperation(
                "add", "/spec/schedulerName", Json.MAPPER.valueToTree("tidemark-scheduler")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"admission.k8s.io/v1", "admission.k8s.io/v1beta1"})
  void aReviewIsAnsweredInItsOwnVersion(String version) {
    for (String path : List.of("/webhook", "/validate")) {
      Response response = post(path, NAMELESS.replace(V1, version));
      assertThat(response(response, version, "r1").has("allowed")).isTrue();
    }
  }

  static Stream<Arguments> noReviews() {
    return Stream.of(
        argumentSet("nothing", "", "the request has no body"),
        argumentSet("cut off", NAMELESS.substring(0, 99), "the request is not JSON: "),
        argumentSet("a list", "[]", "expected an AdmissionReview, found array"),
        argumentSet("another kind", "{\"kind\":\"Pod\"}", "kind: expected AdmissionReview"),
        argumentSet(
            "another version",
            NAMELESS.replace(V1, "admission.k8s.io/v2"),
            "apiVersion: expected admission.k8s.io/v1 or admission.k8s.io/v1beta1,"
                + " found \"admission.k8s.io/v2\""),
        argumentSet(
            "a null request",
            "{\"apiVersion\":\"" + V1 + "\",\"kind\":\"AdmissionReview\",\"request\":null}",
            "request: is missing"),
        argumentSet(
            "no request",
            "{\"apiVersion\":\"" + V1 + "\",\"kind\":\"AdmissionReview\"}",
            "request: is missing"),
        argumentSet("no uid", NAMELESS.replace("r1", ""), "request.uid: is missing"));
  }

  @ParameterizedTest
  @MethodSource("noReviews")
  void whatIsNoReviewIsAnErrorWithItsReason(String body, String reason) {
    for (String path : List.of("/webhook", "/validate")) {
      Response http = post(path, body);
      assertThat(http.statusCode()).isEqualTo(400);
      JsonNode response = json(http).path("response");
      assertThat(response.path("allowed").asBoolean(true)).isFalse();
      assertThat(response.at("/status/reason").asText()).isEqualTo("BadRequest");
      assertThat(response.at("/status/message").asText()).startsWith(reason);
    }
  }

  @Test
  void anOperationThatNobodyKnowsIsRefusedInKind() {
    JsonNode response = response(post("/webhook", NAMELESS.replace("CREATE", "PATCH")), V1, "r1");
    assertThat(response.path("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "application/json; charset=utf-8", "Application/JSON"})
  void jsonIsTakenWhateverItsParameters(String type) {
    assertThat(post("/webhook", NAMELESS, type).statusCode()).isEqualTo(200);
  }

  @Test
  void anythingElseThanJsonIsRefused() {
    Response http = post("/webhook", NAMELESS, "text/plain");
    assertThat(http.statusCode()).isEqualTo(415);
    assertThat(json(http).at("/response/status/message").asText())
        .startsWith("Content-Type: expected application/json, found text/plain");
  }

  static Stream<Arguments> notOurs() {
    ObjectNode plain = Pods.aPod("team-a/plain").app(Containers.aContainer("c")).json();
    ObjectNode gpu = gpuPod();
    ObjectNode foreign = gpuPod();
    foreign.withObject("/spec").put("schedulerName", "other-scheduler");
    ObjectNode deployment = Json.MAPPER.createObjectNode().put("kind", "Deployment");
    return Stream.of(
        argumentSet("asks for nothing", review("CREATE", "", plain), "no container asks"),
        argumentSet("another's scheduler", review("CREATE", "", foreign), "other-scheduler"),
        argumentSet("an update", review("UPDATE", "", gpu), "operation update"),
        argumentSet(
            "an ephemeral container", review("UPDATE", "ephemeralcontainers", gpu), "update"),
        argumentSet("a binding", review("CREATE", "binding", gpu), "subresource binding"),
        argumentSet("a deletion without object", review("DELETE", "", null), "operation delete"),
        argumentSet(
            "another kind",
            review("CREATE", "", deployment)
                .replace("\"kind\":\"Pod\"}", "\"kind\":\"Deployment\"}"),
            "kind Deployment"));
  }

  @ParameterizedTest
  @MethodSource("notOurs")
  void whatIsNotOursIsAllowedUntouched(String review, String note) {
    for (String path : List.of("/webhook", "/validate")) {
      JsonNode response = response(post(path, review), V1, "r1");
      assertThat(response.path("allowed").asBoolean()).isTrue();
      assertThat(response.has("patch")).isFalse();
      assertThat(response.at("/status/message").asText()).contains(note);
    }
  }

  static Stream<Arguments> refused() {
    ObjectNode privileged = gpuPod();
    ((ObjectNode) privileged.at("/spec/containers/0"))
        .putObject("securityContext")
        .put("privileged", true);
    ObjectNode placed = gpuPod();
    placed.withObject("/spec").put("nodeName", "n1");
    ObjectNode forged = gpuPod();
    forged.withObject("/metadata/annotations").put("hami.io/vgpu-node", "n1");
    ObjectNode huge =
        Pods.aPod("team-a/p")
            .app(Containers.gpu("main", 1).limit("nvidia.com/gpumem", "16Gi"))
            .json();
    ObjectNode odd = gpuPod();
    odd.withObject("/spec").put("containers", "none");
    return Stream.of(
        argumentSet("privileged", privileged, 403, "container main is privileged"),
        argumentSet("placed by hand", placed, 403, "spec.nodeName is n1"),
        argumentSet("forged", forged, 403, "annotation hami.io/vgpu-node"),
        argumentSet("more than can be", huge, 403, "nvidia.com/gpumem"),
        argumentSet("unreadable", odd, 400, "spec.containers"),
        argumentSet("no object", Json.MAPPER.nullNode(), 400, "must be a Pod"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aRefusalIsOneLineForTheUser(JsonNode pod, int code, String reason) {
    for (String path : List.of("/webhook", "/validate")) {
      JsonNode response = response(post(path, review("CREATE", "", pod)), V1, "r1");
      assertThat(response.path("allowed").asBoolean()).isFalse();
      assertThat(response.at("/status/code").asInt()).isEqualTo(code);
      assertThat(response.at("/status/message").asText()).contains(reason).doesNotContain("\n");
    }
  }

  @Test
  void aSecondReviewChangesNothingAndAThirdOnlyWhatIsNew() {
    JsonNode pod =
        Pods.aPod("team-a/p")
            .init(Containers.aContainer("load").gpus(1).limit("nvidia.com/priority", "1"))
            .app(Containers.gpu("main", 1000))
            .app(Containers.aContainer("log"))
            .json()
            .put("unknownField", "stays");
    JsonNode once = reviewed("/webhook", pod);
    assertThat(once).isNotEqualTo(pod);
    assertThat(once.path("unknownField").asText()).isEqualTo("stays");
    assertThat(reviewed("/webhook", once)).isEqualTo(once);

    ObjectNode changed = once.deepCopy();
    ((com.fasterxml.jackson.databind.node.ArrayNode) changed.at("/spec/initContainers"))
        .insertObject(0)
        .put("name", "mesh")
        .put("image", "x");
    JsonNode response = response(post("/webhook", review("CREATE", "", changed)), V1, "r1");
    assertThat(patch(response))
        .allSatisfy(operation -> assertThat(operation.path()).startsWith("/spec/initContainers/0"));
  }

  @Test
  void aFinalPodMustBeInNormalForm() {
    JsonNode pod = gpuPod();
    JsonNode response = response(post("/validate", review("CREATE", "", pod)), V1, "r1");
    assertThat(response.path("allowed").asBoolean()).isFalse();
    assertThat(response.at("/status/code").asInt()).isEqualTo(403);
    assertThat(response.has("patch")).isFalse();
    assertThat(response.at("/status/message").asText())
        .isEqualTo(
            "not in normal form, was it changed after Tidemark's mutating webhook?"
                + " spec.schedulerName must be \"tidemark-scheduler\"");
    JsonNode normal = reviewed("/webhook", pod);
    assertThat(reviewed("/validate", normal)).isEqualTo(normal);
  }

  @Test
  void aGpuThatAnotherWebhookAddsLaterIsRefused() {
    ObjectNode pod = reviewed("/webhook", gpuPod()).deepCopy();
    ((com.fasterxml.jackson.databind.node.ArrayNode) pod.at("/spec/containers"))
        .addObject()
        .put("name", "late")
        .put("image", "x")
        .withObject("/resources/limits")
        .put("nvidia.com/gpumem", "1000");
    JsonNode response = response(post("/validate", review("CREATE", "", pod)), V1, "r1");
    assertThat(response.at("/status/message").asText())
        .contains("spec.containers[1].resources.limits[nvidia.com/gpu] must be");
  }

  private static ObjectNode gpuPod() {
    return Pods.aPod("team-a/p").app(Containers.gpu("main", 1000, 10)).json();
  }

  private static String review(
      String operation, String subresource, @org.jspecify.annotations.Nullable JsonNode object) {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("kind", "AdmissionReview").put("apiVersion", V1);
    ObjectNode request = review.putObject("request");
    request.put("uid", "r1");
    request.putObject("kind").put("group", "").put("version", "v1").put("kind", "Pod");
    if (!subresource.isEmpty()) {
      request.put("subResource", subresource);
    }
    request.put("namespace", "team-a").put("operation", operation);
    request.putObject("userInfo").put("username", "ann");
    request.set("object", object);
    request.putNull("oldObject");
    request.put("dryRun", false);
    return review.toString();
  }

  /** The pod as it goes on. */
  private static JsonNode reviewed(String path, JsonNode pod) {
    JsonNode response = response(post(path, review("CREATE", "", pod)), V1, "r1");
    assertThat(response.path("allowed").asBoolean()).as(response.toString()).isTrue();
    return response.has("patch") ? JsonPatch.apply(pod, patch(response)) : pod;
  }

  private static List<PatchOperation> patch(JsonNode response) {
    List<PatchOperation> patch = new ArrayList<>();
    byte[] operations = Base64.getDecoder().decode(response.path("patch").asText());
    try {
      for (JsonNode operation : Json.MAPPER.readTree(operations)) {
        patch.add(
            new PatchOperation(
                operation.path("op").asText(),
                operation.path("path").asText(),
                operation.path("value")));
      }
    } catch (java.io.IOException e) {
      throw new AssertionError(e);
    }
    return patch;
  }

  private void quota(String memory) {
    bus.observe(
        new Observe(
            ClusterId.LIVE,
            AT,
            new ClusterChange.QuotaSeen(
                Quotas.aQuota("team-a/q").hard("limits.nvidia.com/gpumem", memory).read())));
  }

  private static Response post(String path, String body) {
    return post(path, body, "application/json");
  }

  private static Response post(String path, String body, String type) {
    return given().header("Content-Type", type).body(Requests.bytes(body)).post(path);
  }

  /**
   * The response of a review that was answered, in the version and with the uid that were asked.
   */
  private static JsonNode response(Response http, String apiVersion, String uid) {
    assertThat(http.statusCode()).isEqualTo(200);
    assertThat(http.contentType()).isEqualTo("application/json");
    JsonNode review = json(http);
    assertThat(review.path("kind").asText()).isEqualTo("AdmissionReview");
    assertThat(review.path("apiVersion").asText()).isEqualTo(apiVersion);
    assertThat(review.at("/response/uid").asText()).isEqualTo(uid);
    return review.path("response");
  }

  private static JsonNode json(Response http) {
    try {
      return Json.MAPPER.readTree(http.asString());
    } catch (java.io.IOException e) {
      throw new AssertionError(http.asString(), e);
    }
  }
}
