package io.tidemark.app.http;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.tidemark.app.scheduling.DecisionLog;
import io.tidemark.app.scheduling.DecisionLog.What;
import io.tidemark.app.scheduling.ReviewMode;
import jakarta.inject.Inject;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In a dry run pods are admitted as they are, whatever the verdict. */
@QuarkusTest
@TestProfile(DryRunWebhookTest.Profile.class)
class DryRunWebhookTest {
  /** An application of its own: there is no way back from a dry run. */
  public static final class Profile implements QuarkusTestProfile {}

  @Inject ReviewMode mode;
  @Inject DecisionLog decisions;

  @BeforeEach
  void dryRun() {
    mode.reportOnly();
  }

  private static JsonNode review(String path, String memory) throws IOException {
    String body =
        """
        {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
          "uid": "r1", "operation": "CREATE", "namespace": "team-a", "object": {
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"containers": [
              {"name": "c", "image": "x", "resources": {"limits": {
                "nvidia.com/gpu": "1", "nvidia.com/gpumem": "%s"}}}]}}}}
        """
            .formatted(memory);
    return Json.MAPPER
        .readTree(given().contentType("application/json").body(body).post(path).asString())
        .path("response");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/webhook", "/validate"})
  void aPodThatIsNotInNormalFormStaysAsItIs(String path) throws IOException {
    JsonNode response = review(path, "1000");
    assertThat(response.path("allowed").asBoolean()).isTrue();
    assertThat(response.has("patch")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/webhook", "/validate"})
  void aPodThatWouldBeRefusedIsAdmittedAndReported(String path) throws IOException {
    JsonNode response = review(path, "-5");
    assertThat(response.path("allowed").asBoolean()).isTrue();
    assertThat(response.has("patch")).isFalse();
    assertThat(response.toString()).contains("dry run: would be refused: ");
    DecisionLog.Entry entry = decisions.latest().get(0);
    assertThat(entry.what()).isEqualTo(What.DENIED);
    assertThat(entry.pod()).hasToString("team-a/p");
  }
}
