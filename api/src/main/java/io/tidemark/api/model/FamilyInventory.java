package io.tidemark.api.model;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A node's devices of one family.
 *
 * @param devices in order of index, then uuid, so that a reshuffled annotation changes nothing
 * @param allocatable the kubelet's count of the family's count resource; null where the node does
 *     not name it
 * @param cordoned uuids that take no new placement
 * @param pairScores how well each two devices are linked, by their places in {@code devices}
 * @param unreadable why the register annotation could not be read; null where it could
 */
public record FamilyInventory(
    String family,
    List<Device> devices,
    Handshake handshake,
    @Nullable Long allocatable,
    Set<String> cordoned,
    PairScores pairScores,
    @Nullable Problem unreadable) {
  public FamilyInventory {
    devices = List.copyOf(devices);
    cordoned = Set.copyOf(cordoned);
  }

  /** Devices of which no link is known. */
  public FamilyInventory(
      String family,
      List<Device> devices,
      Handshake handshake,
      @Nullable Long allocatable,
      Set<String> cordoned,
      @Nullable Problem unreadable) {
    this(family, devices, handshake, allocatable, cordoned, PairScores.NONE, unreadable);
  }
}
