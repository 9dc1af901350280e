package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NormalFormTextTest {
  private static final String START =
      "not in normal form, was it changed after Tidemark's mutating webhook? ";

  @Test
  void everyFieldThatIsNotSoIsNamedAsKubernetesNamesFields() throws Exception {
    assertThat(
            NormalFormText.of(
                List.of(
                    operation("replace", "/spec/schedulerName", "\"tidemark-scheduler\""),
                    operation(
                        "add",
                        "/spec/containers/1/resources",
                        "{\"limits\":{\"nvidia.com/gpu\":\"1\"}}"),
                    operation(
                        "add",
                        "/spec/initContainers/0/env/-",
                        "{\"name\":\"A\",\"value\":\"1\"}"))))
        .isEqualTo(
            START
                + "spec.containers[1].resources.limits[nvidia.com/gpu] must be \"1\","
                + " spec.initContainers[0].env[] must be {\"name\":\"A\",\"value\":\"1\"},"
                + " spec.schedulerName must be \"tidemark-scheduler\"");
  }

  @Test
  void keysWithSlashesAreReadable() throws Exception {
    assertThat(
            NormalFormText.of(
                List.of(
                    operation(
                        "add", "/spec/containers/0/resources/limits/nvidia.com~1gpu", "\"1\""))))
        .isEqualTo(START + "spec.containers[0].resources.limits[nvidia.com/gpu] must be \"1\"");
  }

  @Test
  void theTextStaysOneLineThatCanBeRead() throws Exception {
    List<PatchOperation> patch = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      patch.add(operation("add", "/spec/containers/" + i + "/x", "1"));
    }
    assertThat(NormalFormText.of(patch)).endsWith("spec.containers[3].x must be 1, and 5 more");
  }

  private static PatchOperation operation(String op, String path, String value) throws Exception {
    JsonNode json = Json.MAPPER.readTree(value);
    return new PatchOperation(op, path, json);
  }
}
