package io.tidemark.app.inspect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.app.report.LedgerJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Ledgers in the form in which {@code GET /api/usage} answers, so that all are shown alike. */
@ApplicationScoped
public class LedgerTrees {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final LedgerJson json;

  public LedgerTrees(DeviceFamilies families) {
    this.json = new LedgerJson(families);
  }

  public JsonNode tree(ClusterSnapshot snapshot) {
    try {
      return MAPPER.readTree(json.write(snapshot, LedgerJson.Selection.ALL));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
