package io.tidemark.app.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.kube.NodeReader;
import io.tidemark.api.kube.PodReader;
import io.tidemark.api.kube.QuotaReader;
import io.tidemark.api.kube.Reading;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.QuotaRecord;
import java.time.ZoneId;
import java.util.Map;
import java.util.TreeMap;

/** Reads the objects of a cluster into records. What of an object is malformed comes beside it. */
public final class ObjectReader {
  private final PodReader pods;
  private final NodeReader nodes;
  private final QuotaReader quotas;
  private final DeviceFamilies families;

  /**
   * @param handshakeZone the zone in which schedulers write handshake times
   */
  public ObjectReader(DeviceFamilies families, ZoneId handshakeZone) {
    this.families = families;
    this.pods = new PodReader(families);
    this.nodes = new NodeReader(families, handshakeZone);
    this.quotas = new QuotaReader(families);
  }

  public Reading<PodRecord> pod(JsonNode object) {
    return pods.read(object);
  }

  /** See {@link PodReader#readUnstored}. */
  public Reading<PodRecord> unstoredPod(JsonNode object) {
    return pods.readUnstored(object);
  }

  public Reading<NodeRecord> node(JsonNode object) {
    return nodes.read(object);
  }

  public Reading<QuotaRecord> quota(JsonNode object) {
    return quotas.read(object);
  }

  /** The pod with what its device plugins say of it. */
  public Reading<ObservedPod> observedPod(JsonNode object) {
    Reading<PodRecord> reading = pods.read(object);
    Handover handover = Handover.read(object, families);
    return new Reading<>(new ObservedPod(reading.value(), handover), reading.malformed());
  }

  /** The node with what binding reads of it. */
  public Reading<ObservedNode> observedNode(JsonNode object) {
    Reading<NodeRecord> reading = nodes.read(object);
    JsonNode annotations = object.path("metadata").path("annotations");
    return new Reading<>(
        new ObservedNode(
            reading.value(),
            annotations.path(ObservedNode.LOCK_KEY).asText(""),
            annotations.path(ObservedNode.LAST_POD_KEY).asText(""),
            bareLocks(annotations)),
        reading.malformed());
  }

  private Map<String, String> bareLocks(JsonNode annotations) {
    Map<String, String> locks = new TreeMap<>();
    for (DeviceFamily family : families.all()) {
      String key = family.lockKey();
      if (key != null && annotations.path(key).isTextual()) {
        locks.put(key, annotations.path(key).textValue());
      }
    }
    return locks;
  }
}
