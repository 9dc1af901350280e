package io.tidemark.api.family;

import io.tidemark.api.model.QuotaDimension;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vendor's kind of device, as data: its resource names, annotation keys and rules. No rule of a
 * vendor stands anywhere else. Read from YAML by {@link FamilyReader}; the bundled ones are under
 * {@code families/} on the class path.
 *
 * @param word the vendor's word on the wire, for instance {@code NVIDIA}; identity of the family
 */
public record DeviceFamily(
    String word,
    Resources resources,
    Memory memory,
    Cores cores,
    Sharing sharing,
    Inventory inventory,
    Annotations annotations,
    Selection selection,
    Admission admission,
    NodeLock lock) {

  /** How many devices one container may ask for; more than any node has. */
  public static final int MAX_COUNT = 65_535;

  /**
   * Names of the extended resources. Only the count must exist.
   *
   * @param memory in units of {@link Memory#factor} MiB
   * @param memoryPercent percent of each card
   * @param cores percent of each card
   * @param priority a number that the device plugin hands to the container
   */
  public record Resources(
      String count,
      @Nullable String memory,
      @Nullable String memoryPercent,
      @Nullable String cores,
      @Nullable String priority) {
    /** The name by which a quota limits a dimension of the family. */
    public @Nullable String of(QuotaDimension dimension) {
      return switch (dimension) {
        case COUNT -> count;
        case MEMORY -> memory;
        case CORES -> cores;
      };
    }

    /** All names that exist. */
    public List<String> names() {
      return java.util.stream.Stream.of(count, memory, memoryPercent, cores, priority)
          .filter(java.util.Objects::nonNull)
          .map(name -> (String) name)
          .toList();
    }
  }

  /**
   * @param factor MiB per unit of the memory resource and of memory quotas, at least 1
   * @param defaultMiB what a container gets that names no memory, in MiB, not scaled; 0 is a whole
   *     card
   */
  public record Memory(long factor, long defaultMiB) {}

  /**
   * @param defaultPercent what a container gets that names no cores
   */
  public record Cores(int defaultPercent) {}

  /**
   * @param exclusiveAtFullCores a container with all 100 cores of a card needs it for itself
   * @param refuseZeroCoresOnFull no container without cores on a card whose cores are all taken
   */
  public record Sharing(boolean exclusiveAtFullCores, boolean refuseZeroCoresOnFull) {}

  /** Whether binding a pod takes the node's lock. */
  public enum NodeLock {
    /** The device plugin needs none and would not release one. */
    NONE,
    /** The lock names its owner; the device plugin finds its pod by it and releases it. */
    OWNER
  }

  /** How a node annotation lists the cards. */
  public enum Format {
    JSON,
    LINE
  }

  /**
   * @param register key of the node annotation that lists the cards
   * @param typeContains a card is the vendor's only where its registered type contains this,
   *     ignoring case (protocol, section 4.5); null where the annotation alone says so
   * @param handshake key of the node annotation that shows whether the plugin is alive
   * @param cordon key of the node annotation with uuids that take no new placement
   * @param pairScores key of the node annotation that says how well each two cards are linked
   */
  public record Inventory(
      String register,
      Format format,
      @Nullable String typeContains,
      @Nullable String handshake,
      @Nullable String cordon,
      @Nullable String pairScores) {}

  /**
   * Keys of the pod annotations that carry the allocation.
   *
   * @param toAllocate consumed by the device plugin
   * @param allocated stays; what the accounting reads
   */
  public record Annotations(String toAllocate, String allocated) {}

  /** Keys of the pod annotations by which a pod chooses among cards; each may be missing. */
  public record Selection(
      @Nullable String useType,
      @Nullable String avoidType,
      @Nullable String useUuid,
      @Nullable String avoidUuid,
      @Nullable String mode,
      @Nullable String numaBind) {}

  /**
   * What admission adds to a pod that asks.
   *
   * @param defaultCount the count for a container that names memory or cores alone; 0 adds none
   * @param wholeCardTakesAllCores a container that asks for a whole card and names no cores gets
   *     all 100, which makes the card its own
   * @param runtimeClassName set where the pod has none
   * @param priorityEnv environment variable that carries the priority resource
   * @param corePolicyEnv environment variable that carries {@code corePolicy}
   * @param hideDevices environment variable that hides all devices from containers that ask for
   *     none
   */
  public record Admission(
      int defaultCount,
      boolean wholeCardTakesAllCores,
      @Nullable String runtimeClassName,
      @Nullable String priorityEnv,
      @Nullable String corePolicyEnv,
      @Nullable String corePolicy,
      @Nullable EnvVar hideDevices) {}

  /** An environment variable with its value. */
  public record EnvVar(String name, String value) {}
}
