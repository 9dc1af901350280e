package io.tidemark.api.codec;

import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.text.Excerpt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The text of an allocation annotation (protocol, sections 0 and 2.3): one slot per container, init
 * range first, every slot ended by {@code ;}, every device in it {@code uuid,type,memMiB,cores}
 * ended by {@code :}. An empty slot is {@code ;} alone.
 */
public final class AllocationCodec {
  /** The largest core value that is read; above what any card registers. */
  public static final int MAX_CORES = 65_535;

  private AllocationCodec() {}

  /**
   * Writes one slot per container, empty ones included: a device plugin finds a container by the
   * place of its slot.
   *
   * @param type the text of the type field, which contains the family's word
   */
  public static String encode(List<List<DeviceShare>> slots, String type) {
    return encode(slots, share -> type);
  }

  /**
   * The same where the type field depends on the device.
   *
   * @param type the text of the type field of a device
   */
  public static String encode(List<List<DeviceShare>> slots, Function<DeviceShare, String> type) {
    StringBuilder text = new StringBuilder();
    for (List<DeviceShare> slot : slots) {
      for (DeviceShare share : slot) {
        text.append(share.uuid())
            .append(',')
            .append(type.apply(share))
            .append(',')
            .append(share.memoryMiB())
            .append(',')
            .append(share.cores())
            .append(':');
      }
      text.append(';');
    }
    return text.toString();
  }

  /**
   * Reads a text into one slot per container. HAMi's own scheduler drops empty slots on some nodes
   * (protocol, section 2.3), and a text may have gained empty ones at its end. So a text that has
   * not one slot per container, or fills one of a container that asks for nothing, is read in spec
   * order over the containers that ask, where their number agrees.
   *
   * @param asking for each container in order, whether it asks for the family
   * @throws AnnotationFormatException where a piece cannot be read, or slots and containers cannot
   *     be brought together
   */
  public static List<List<DeviceShare>> decode(String text, List<Boolean> asking)
      throws AnnotationFormatException {
    List<List<DeviceShare>> written = slots(text);
    int containers = asking.size();
    while (written.size() > containers && written.get(written.size() - 1).isEmpty()) {
      written.remove(written.size() - 1);
    }
    List<List<DeviceShare>> filled = written.stream().filter(slot -> !slot.isEmpty()).toList();
    long askers = asking.stream().filter(asks -> asks).count();
    boolean aligned = written.size() == containers;
    if (aligned && (filled.size() != askers || onlyAskersFilled(written, asking))) {
      return List.copyOf(written);
    }
    if (written.size() > containers || filled.size() != askers) {
      throw new AnnotationFormatException(
          "has "
              + written.size()
              + " slots, "
              + filled.size()
              + " of them filled, for "
              + containers
              + " containers of which "
              + askers
              + " ask");
    }
    List<List<DeviceShare>> slots = new ArrayList<>(containers);
    int next = 0;
    for (boolean asks : asking) {
      slots.add(asks ? filled.get(next++) : List.of());
    }
    return List.copyOf(slots);
  }

  /**
   * Whether a text still names devices to hand out. A device plugin empties each slot that it has
   * served and takes what has no comma for nothing (protocol, section 6.4).
   */
  public static boolean namesDevices(String text) {
    return text.indexOf(',') >= 0;
  }

  private static boolean onlyAskersFilled(List<List<DeviceShare>> slots, List<Boolean> asking) {
    for (int i = 0; i < slots.size(); i++) {
      if (!slots.get(i).isEmpty() && !asking.get(i)) {
        return false;
      }
    }
    return true;
  }

  private static List<List<DeviceShare>> slots(String text) throws AnnotationFormatException {
    List<List<DeviceShare>> slots = new ArrayList<>();
    int from = 0;
    while (from < text.length()) {
      int end = text.indexOf(';', from);
      int to = end < 0 ? text.length() : end;
      slots.add(slot(text.substring(from, to)));
      from = to + 1;
    }
    return slots;
  }

  private static List<DeviceShare> slot(String text) throws AnnotationFormatException {
    List<DeviceShare> shares = new ArrayList<>();
    for (String piece : text.split(":")) {
      if (!piece.isBlank()) {
        shares.add(share(piece.trim()));
      }
    }
    return List.copyOf(shares);
  }

  private static DeviceShare share(String piece) throws AnnotationFormatException {
    String[] fields = piece.split(",", -1);
    if (fields.length < 4) {
      throw new AnnotationFormatException(
          Excerpt.quoted(piece)
              + " has "
              + fields.length
              + " fields, needs uuid,type,memory,cores");
    }
    if (fields[0].isBlank()) {
      throw new AnnotationFormatException(Excerpt.quoted(piece) + " has no uuid");
    }
    return new DeviceShare(
        fields[0],
        number(piece, "memory", fields[2], Integer.MAX_VALUE),
        (int) number(piece, "cores", fields[3], MAX_CORES));
  }

  private static long number(String piece, String field, String text, long max)
      throws AnnotationFormatException {
    try {
      long value = Long.parseLong(text);
      if (value >= 0 && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below, together with what is out of range
    }
    throw new AnnotationFormatException(
        field
            + " "
            + Excerpt.quoted(text)
            + " of "
            + Excerpt.quoted(piece)
            + " is not a whole number from 0 to "
            + max);
  }
}
