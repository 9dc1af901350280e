package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.report.LedgerText.Detail;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerTextTest {
  private static final String LEDGER =
      """
      {"cluster": "live", "version": 7,
       "nodes": {
         "n1": {
           "GPU-0": {"slots": 2, "memoryMiB": 18432, "cores": 50, "family": "NVIDIA",
             "model": "NVIDIA-A10", "healthy": true,
             "capacity": {"slots": 10, "memoryMiB": 24576, "cores": 100},
             "holders": [{"pod": "team-a/train", "slots": 1, "memoryMiB": 10240, "cores": 50},
                         {"pod": "team-b/serve", "slots": 1, "memoryMiB": 8192, "cores": 0}]},
           "GPU-1": {"slots": 0, "memoryMiB": 0, "cores": 0, "family": "NVIDIA",
             "model": "NVIDIA-A10", "healthy": false,
             "capacity": {"slots": 10, "memoryMiB": 24576, "cores": 100}, "holders": []}},
         "n2": {
           "GPU-2": {"slots": 1, "memoryMiB": 30000, "cores": 0, "family": "NVIDIA",
             "model": "NVIDIA-A10", "healthy": true,
             "capacity": {"slots": 10, "memoryMiB": 24576, "cores": 100},
             "holders": [{"pod": "team-b/huge", "slots": 1, "memoryMiB": 30000, "cores": 0}]},
           "GPU-gone": {"slots": 1, "memoryMiB": 4096, "cores": 0, "family": "NVIDIA",
             "model": null, "healthy": null, "capacity": null,
             "holders": [{"pod": "team-b/old", "slots": 1, "memoryMiB": 4096, "cores": 0}]}}},
       "namespaces": {
         "team-a": {"nvidia.com/gpu": {"used": 1, "limit": null},
                    "nvidia.com/gpucores": {"used": 0, "limit": null},
                    "nvidia.com/gpumem": {"used": 10240, "limit": 36864}},
         "team-b": {"nvidia.com/gpumem": {"used": 42288, "limit": 40000}}},
       "quotas": {"team-b": {"gpus": {"nvidia.com/gpumem": {"used": 42288, "limit": 40000}}}},
       "pods": [{"pod": "team-a/train", "uid": "1", "node": "n1", "basis": "Allocated"},
                {"pod": "team-b/bare", "uid": "2", "node": "n2", "basis": "CountOnly"},
                {"pod": "team-b/broken", "uid": "3", "node": "n2", "basis": "Unreadable"}],
       "closedNodes": {"n2": ["team-b/broken"]}}
      """;

  @Test
  void everyDeviceNamespaceAndOddityIsShown() {
    Golden.assertMatches(text(new Detail(false, false)), "usage.txt");
  }

  @Test
  void wideAddsModelsHoldersAndQuotas() {
    Golden.assertMatches(text(new Detail(true, true)), "usage-wide.txt");
  }

  @Test
  void anEmptyClusterIsOneLine() throws IOException {
    assertThat(
            LedgerText.text(
                new ObjectMapper().readTree("{}"), new Detail(false, false), TextStyle.PLAIN))
        .isEqualTo("0 nodes, 0 devices, 0 pods charged\n");
  }

  @Test
  void aNodeAloneHasNoNamespaces() {
    ObjectNode part = LedgerFilter.only(ledger(), "n1", null);

    assertThat(names(part.path("nodes"))).containsExactly("n1");
    assertThat(part.path("namespaces")).isEmpty();
    assertThat(part.path("closedNodes")).isEmpty();
    assertThat(part.path("pods")).hasSize(1);
  }

  @Test
  void ofANamespaceThoseDevicesRemainThatItsPodsHold() {
    ObjectNode part = LedgerFilter.only(ledger(), null, "team-a");

    assertThat(names(part.path("nodes"))).containsExactly("n1");
    assertThat(names(part.at("/nodes/n1"))).containsExactly("GPU-0");
    assertThat(part.at("/nodes/n1/GPU-0/holders")).hasSize(2);
    assertThat(names(part.path("namespaces"))).containsExactly("team-a");
    assertThat(part.path("quotas")).isEmpty();
  }

  @Test
  void withoutAWishAllRemains() {
    assertThat(LedgerFilter.only(ledger(), null, null)).isEqualTo(ledger());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static String text(Detail detail) {
    return LedgerText.text(ledger(), detail, TextStyle.PLAIN);
  }

  private static JsonNode ledger() {
    try {
      return new ObjectMapper().readTree(LEDGER);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
