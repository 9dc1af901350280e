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
    Map<String, BigDecimal> capacity = root.get("status").get("capacity").quantities();
    Map<String, FamilyInventory> inventories = new TreeMap<>();
    for (DeviceFamily family : families.all()) {
      String key = family.inventory().register();
      String register = key == null ? null : texts.get(key);
      if (key != null && register != null) {
        inventories.put(
            family.word(),
            registered(family, key, register, annotations, texts, allocatable, capacity, problems));
      } else if (family.inventory().capacity() != null
          && capacity.containsKey(family.inventory().capacity().of())) {
        List<Device> devices =
            CapacityCards.of(family, family.inventory().capacity(), name, capacity);
        inventories.put(
            family.word(), inventory(family, devices, texts, allocatable, PairScores.NONE, null));
      }
    }
    return new Reading<>(
        new NodeRecord(
            name, metadata.get("uid").text(), Identity.version(metadata), inventories, problems),
        malformed);
  }

  private FamilyInventory registered(
      DeviceFamily family,
      String key,
      String register,
      Field annotations,
      Map<String, String> texts,
      Map<String, BigDecimal> allocatable,
      Map<String, BigDecimal> capacity,
      List<Problem> problems) {
    String object = annotations.problem("").object();
    String field = annotations.keyed(key);
    List<Device> devices = List.of();
    Problem unreadable = null;
    try {
      String type = family.inventory().typeContains();
      RegisterCodec.Register read =
          family.inventory().format() == DeviceFamily.Format.JSON
              ? RegisterCodec.decodeJson(register, family.word(), type, family.inventory().keys())
              : RegisterCodec.decodeLine(register, family.word(), type);
      devices = RegisteredCards.of(family, read, capacity);
      read.leftOut().forEach(card -> problems.add(new Problem(object, field, card)));
    } catch (AnnotationFormatException e) {
      unreadable = new Problem(object, field, e.reason());
      problems.add(unreadable);
    }
    return inventory(
        family,
        devices,
        texts,
        allocatable,
        pairScores(family, devices, annotations, texts, problems),
        unreadable);
  }

  private static PairScores pairScores(
      DeviceFamily family,
      List<Device> devices,
      Field annotations,
      Map<String, String> texts,
      List<Problem> problems) {
    String key = family.inventory().pairScores();
    if (key == null || !texts.containsKey(key)) {
      return PairScores.NONE;
    }
    try {
      return PairScoreCodec.decode(texts.getOrDefault(key, ""), devices);
    } catch (AnnotationFormatException e) {
      problems.add(
          new Problem(annotations.problem("").object(), annotations.keyed(key), e.reason()));
      return PairScores.NONE;
    }
  }

  private FamilyInventory inventory(
      DeviceFamily family,
      List<Device> devices,
      Map<String, String> texts,
      Map<String, BigDecimal> allocatable,
      PairScores pairScores,
      @Nullable Problem unreadable) {
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
