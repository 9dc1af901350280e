package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.snapshot.ClusterSnapshot;
import java.util.List;

/**
 * A cluster at one moment: its objects, and the ledger over them.
 *
 * @param problems what of the objects is not right, as the server would log it
 */
public record ClusterState(
    ClusterSnapshot snapshot,
    List<Seen<NodeRecord>> nodes,
    List<Seen<QuotaRecord>> quotas,
    List<Seen<PodRecord>> pods,
    List<Problem> problems) {
  public ClusterState {
    nodes = List.copyOf(nodes);
    quotas = List.copyOf(quotas);
    pods = List.copyOf(pods);
    problems = List.copyOf(problems);
  }

  /** An object as it was read, and as it was written. */
  public record Seen<R>(R record, JsonNode object) {}
}
