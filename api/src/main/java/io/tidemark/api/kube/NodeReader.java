package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.AnnotationFormatException;
import io.tidemark.api.codec.HandshakeCodec;
import io.tidemark.api.codec.PairScoreCodec;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.codec.RegisterCodec;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.FamilyInventory;
import io.tidemark.api.model.Handshake;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PairScores;
import io.tidemark.api.model.Problem;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads a core/v1 Node. */
public final class NodeReader {
  private final DeviceFamilies families;
  private final ZoneId handshakeZone;

  /**
   * @param handshakeZone the zone in which handshake times are written
   */
  public NodeReader(DeviceFamilies families, ZoneId handshakeZone) {
    this.families = families;
    this.handshakeZone = handshakeZone;
  }

  /**
   * @throws UnreadableObjectException where the node has no name
   */
  public Reading<NodeRecord> read(JsonNode node) {
    List<Problem> malformed = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    String object = "Node " + node.path("metadata").path("name").asText("");
    Field root = Field.root(object, node, malformed);
    Field metadata = root.get("metadata");
    String name = Identity.require(metadata, "name");
    Field annotations = metadata.get("annotations");
    Map<String, String> texts = annotations.texts();
    Map<String, BigDecimal> allocatable = root.get("status").get("allocatable").quantities();
    Map<String, FamilyInventory> inventories = new TreeMap<>();
    for (DeviceFamily family : families.all()) {
      String register = texts.get(family.inventory().register());
      if (register != null) {
        FamilyInventory inventory =
            inventory(family, register, annotations, texts, allocatable, problems);
        inventories.put(family.word(), inventory);
      }
    }
    return new Reading<>(
        new NodeRecord(
            name, metadata.get("uid").text(), Identity.version(metadata), inventories, problems),
        malformed);
  }

  private FamilyInventory inventory(
      DeviceFamily family,
      String register,
      Field annotations,
      Map<String, String> texts,
      Map<String, BigDecimal> allocatable,
      List<Problem> problems) {
    String object = annotations.problem("").object();
    String field = annotations.keyed(family.inventory().register());
    List<Device> devices = List.of();
    Problem unreadable = null;
    try {
      String type = family.inventory().typeContains();
      RegisterCodec.Register read =
          family.inventory().format() == DeviceFamily.Format.JSON
              ? RegisterCodec.decodeJson(register, family.word(), type)
              : RegisterCodec.decodeLine(register, family.word(), type);
      devices = read.devices();
      read.leftOut().forEach(card -> problems.add(new Problem(object, field, card)));
    } catch (AnnotationFormatException e) {
      unreadable = new Problem(object, field, e.reason());
      problems.add(unreadable);
    }
    String scoresKey = family.inventory().pairScores();
    PairScores pairScores = PairScores.NONE;
    if (scoresKey != null && texts.containsKey(scoresKey)) {
      try {
        pairScores = PairScoreCodec.decode(texts.getOrDefault(scoresKey, ""), devices);
      } catch (AnnotationFormatException e) {
        problems.add(new Problem(object, annotations.keyed(scoresKey), e.reason()));
      }
    }
    String handshakeKey = family.inventory().handshake();
    Handshake handshake =
        handshakeKey == null
            ? Handshake.ALIVE
            : HandshakeCodec.decode(texts.get(handshakeKey), handshakeZone);
    return new FamilyInventory(
        family.word(),
        devices,
        handshake,
        count(allocatable.get(family.resources().count())),
        cordoned(texts, family.inventory().cordon()),
        pairScores,
        unreadable);
  }

  private static @Nullable Long count(@Nullable BigDecimal quantity) {
    return quantity == null ? null : Math.max(0, Quantities.floor(quantity));
  }

  private static Set<String> cordoned(Map<String, String> annotations, @Nullable String key) {
    if (key == null) {
      return Set.of();
    }
    return Arrays.stream(annotations.getOrDefault(key, "").split(","))
        .map(String::trim)
        .filter(uuid -> !uuid.isEmpty())
        .collect(Collectors.toSet());
  }
}
