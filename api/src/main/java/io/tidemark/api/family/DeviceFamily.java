package io.tidemark.api.family;

import io.tidemark.api.model.QuotaDimension;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A vendor's kind of device, as data: its resource names, annotation keys and rules. No rule of a
 * vendor stands anywhere else. Read from YAML by {@link FamilyReader}; the bundled ones are under
 * {@code families/} on the class path.
 *
 * @param word the vendor's word on the wire, for instance {@code NVIDIA}; identity of the family
 * @param switchedOnBy the word of {@code tidemark.families.enabled} that switches a bundled family
 *     on, besides its own; null for one that is on by itself
 * @param lockKey key of the node annotation of a {@link NodeLock#BARE} lock, else null
 */
public record DeviceFamily(
    String word,
    @Nullable String switchedOnBy,
    Resources resources,
    Count count,
    Memory memory,
    Cores cores,
    Sharing sharing,
    Grouping grouping,
    Inventory inventory,
    Annotations annotations,
    Selection selection,
    Admission admission,
    NodeLock lock,
    @Nullable String lockKey) {

  /** How many devices one container may ask for; more than any node has. */
  public static final int MAX_COUNT = 65_535;

  /**
   * Names of the extended resources. Only the count must exist.
   *
   * @param memory in units of {@link Memory#factor} MiB
   * @param memoryPercent percent of each card
   * @param cores percent of each card
   * @param priority a number that the device plugin hands to the container
   * @param unsupported names of the vendor for what cannot be honoured here; asking is refused
   * @param readFrom where the amounts are read
   */
  public record Resources(
      String count,
      @Nullable String memory,
      @Nullable String memoryPercent,
      @Nullable String cores,
      @Nullable String priority,
      List<String> unsupported,
      ReadFrom readFrom) {
    public Resources {
      unsupported = List.copyOf(unsupported);
    }

    /** One with limits before requests and nothing unsupported. */
    public Resources(
        String count,
        @Nullable String memory,
        @Nullable String memoryPercent,
        @Nullable String cores,
        @Nullable String priority) {
      this(count, memory, memoryPercent, cores, priority, List.of(), ReadFrom.LIMITS_THEN_REQUESTS);
    }

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
      return Stream.concat(
              Stream.of(count, memory, memoryPercent, cores, priority).filter(Objects::nonNull),
              unsupported.stream())
          .map(name -> (String) name)
          .toList();
    }
  }

  /** Where a container's amounts are read. */
  public enum ReadFrom {
    LIMITS,
    LIMITS_THEN_REQUESTS
  }

  /**
   * Which numbers of devices a container may ask for.
   *
   * @param allowed the only ones; empty where every number is allowed
   * @param multipleOf the number must be a multiple of this, at least 1
   * @param roundUp numbers that are taken for a larger one; before the other two rules
   * @param several what holds for a container with more than one device
   */
  public record Count(
      List<Integer> allowed, int multipleOf, Map<Integer, Integer> roundUp, Several several) {
    public static final Count ANY = new Count(List.of(), 1, Map.of(), Several.SHARES);

    public Count {
      allowed = List.copyOf(allowed);
      roundUp = Collections.unmodifiableMap(new TreeMap<>(roundUp));
    }
  }

  /** What holds for a container with more than one device. */
  public enum Several {
    /** It may have a part of each. */
    SHARES,
    /** It has all cores of each, whatever it asks. */
    ALL_CORES,
    /** It has all of each, whatever it asks. */
    WHOLE_CARDS,
    /** It must ask for all of each. */
    ONLY_WHOLE_CARDS
  }

  /**
   * @param factor MiB per unit of the memory resource and of memory quotas, at least 1
   * @param unit how a number of the memory resource is meant
   * @param defaultMiB what a container gets that names no memory, in MiB, not scaled; 0 is a whole
   *     card
   * @param perContainer the amount is for all devices of the container together
   * @param legal the only numbers of the memory resource, in its unit; empty where any is legal
   * @param templates the parts into which a card can be cut, smallest first; a request is charged
   *     as the first that is large enough; empty where any part can be cut
   * @param wholeMiB what a container holds that needs more than the largest template, or names no
   *     memory; used with templates only
   * @param capacityMiB the largest request, in MiB; used with templates only
   */
  public record Memory(
      long factor,
      MemoryUnit unit,
      long defaultMiB,
      boolean perContainer,
      List<Long> legal,
      List<Template> templates,
      long wholeMiB,
      long capacityMiB) {
    public Memory {
      legal = List.copyOf(legal);
      templates = List.copyOf(templates);
    }

    /** Memory of which any part can be cut. */
    public Memory(long factor, long defaultMiB) {
      this(factor, MemoryUnit.FACTOR, defaultMiB, false, List.of(), List.of(), 0, 0);
    }

    /** The name of the template of exactly that size; empty where there is none. */
    public String templateOf(long mib) {
      return templates.stream()
          .filter(template -> template.mib() == mib)
          .map(Template::name)
          .findFirst()
          .orElse("");
    }
  }

  /** How a number of the memory resource is meant. */
  public enum MemoryUnit {
    /** Each unit is {@link Memory#factor} MiB. */
    FACTOR,
    /**
     * A small number counts units of {@link Memory#factor} MiB, one from 2^20 on counts bytes: the
     * API server shows {@code 1000} as {@code 1k}, so the spelling says nothing.
     */
    FACTOR_OR_BYTES
  }

  /**
   * A part into which a card can be cut.
   *
   * @param name on the wire; may be empty
   * @param mib at least 1
   */
  public record Template(String name, long mib) {}

  /**
   * @param defaultPercent what a container gets that names no cores, in the unit of the resource
   * @param perCard units of the cores resource per card; a larger request is one for all of them
   * @param unit what a number of the cores resource is charged as
   * @param perContainer the amount is for all devices of the container together
   * @param min the smallest request; 0 where any is good
   * @param refuseMore a request above {@code perCard} is refused
   * @param allOfWholeCard a container that names no memory has all cores, whatever it asks
   */
  public record Cores(
      int defaultPercent,
      int perCard,
      CoreUnit unit,
      boolean perContainer,
      int min,
      boolean refuseMore,
      boolean allOfWholeCard) {
    /** Percent of one card. */
    public Cores(int defaultPercent) {
      this(defaultPercent, 100, CoreUnit.AS_ASKED, false, 0, false, false);
    }
  }

  /** What a number of the cores resource is charged as. */
  public enum CoreUnit {
    /** As the same number of what the card registers. */
    AS_ASKED,
    /** As that percentage of what the card registers, rounded down, at least 1. */
    PERCENT_OF_CARD,
    /** There is no resource; the percentage follows from the part of the memory. */
    FROM_MEMORY
  }

  /**
   * @param exclusiveAtFullCores a container with all 100 cores of a card needs it for itself
   * @param refuseZeroCoresOnFull no container without cores on a card whose cores are all taken
   * @param memoryCounted containers hold memory; false: slots alone are shared, 0 MiB is recorded
   * @param sameSize all containers on a card hold the same amount of memory
   */
  public record Sharing(
      boolean exclusiveAtFullCores,
      boolean refuseZeroCoresOnFull,
      boolean memoryCounted,
      boolean sameSize) {
    public Sharing(boolean exclusiveAtFullCores, boolean refuseZeroCoresOnFull) {
      this(exclusiveAtFullCores, refuseZeroCoresOnFull, true, false);
    }
  }

  /** Whether binding a pod takes the node's lock. */
  public enum NodeLock {
    /** The device plugin needs none and would not release one. */
    NONE,
    /** The lock names its owner; the device plugin finds its pod by it and releases it. */
    OWNER,
    /**
     * The lock is a time under a key of the family's own, without an owner. The device plugin
     * removes it.
     */
    BARE
  }

  /** How a node shows its cards. */
  public enum Format {
    /** A node annotation, JSON (protocol, section 1.2). */
    JSON,
    /** A node annotation, the legacy line (protocol, section 1.3). */
    LINE,
    /** {@code status.capacity} alone. */
    CAPACITY
  }

  /**
   * How cards are made up from {@code status.capacity}.
   *
   * @param of the resource whose capacity says how many cards there are
   * @param perCard how much of it is one card, at least 1; a rest is a card too
   * @param id the middle of a card's id: {@code <node>-<id>-<number>}
   * @param memoryMiB of each card; 0: the capacity of the memory resource, shared out by {@code of}
   * @param cores of each card
   * @param slots of each card
   * @param numaHalves the second half of the cards stands on NUMA node 1
   */
  public record Capacity(
      String of,
      int perCard,
      String id,
      long memoryMiB,
      int cores,
      int slots,
      boolean numaHalves) {}

  /**
   * @param register key of the node annotation that lists the cards; null where there is none
   * @param capacity for {@link Format#CAPACITY}, else null
   * @param keys how the JSON register calls what HAMi calls {@code id}, {@code count}, {@code
   *     devmem}, {@code devcore}, {@code numa} and {@code health}; those it calls so need no entry
   * @param forcedCores what every card counts as having, whatever it registers; 0: what it
   *     registers
   * @param needsCapacity cards are healthy only while the capacity of the count resource is above 0
   * @param typeContains a card is the vendor's only where its registered type contains this,
   *     ignoring case (protocol, section 4.5); null where the annotation alone says so
   * @param handshake key of the node annotation that shows whether the plugin is alive
   * @param cordon key of the node annotation with uuids that take no new placement
   * @param pairScores key of the node annotation that says how well each two cards are linked
   */
  public record Inventory(
      @Nullable String register,
      Format format,
      @Nullable Capacity capacity,
      Map<String, String> keys,
      int forcedCores,
      boolean needsCapacity,
      @Nullable String typeContains,
      @Nullable String handshake,
      @Nullable String cordon,
      @Nullable String pairScores) {
    public Inventory {
      keys = Collections.unmodifiableMap(new TreeMap<>(keys));
    }

    /** Cards that an annotation lists. */
    public Inventory(
        String register,
        Format format,
        @Nullable String typeContains,
        @Nullable String handshake,
        @Nullable String cordon,
        @Nullable String pairScores) {
      this(register, format, null, Map.of(), 0, false, typeContains, handshake, cordon, pairScores);
    }
  }

  /**
   * Keys of the pod annotations that carry the allocation.
   *
   * @param toAllocate consumed by the device plugin; null where it reads {@code allocated}
   * @param allocated stays; what the accounting reads
   * @param type what stands in the type field of each device
   * @param extras what else the device plugin reads
   */
  public record Annotations(
      @Nullable String toAllocate, String allocated, TypeText type, List<ExtraAnnotation> extras) {
    public Annotations {
      extras = List.copyOf(extras);
    }

    public Annotations(String toAllocate, String allocated) {
      this(toAllocate, allocated, TypeText.WORD, List.of());
    }
  }

  /** What stands in the type field of a device in an allocation. */
  public enum TypeText {
    WORD,
    /** The type that the card registers. */
    MODEL
  }

  /**
   * Keys of the pod annotations by which a pod chooses among cards; each may be missing. Where
   * there are several keys for uuids, all hold.
   */
  public record Selection(
      @Nullable String useType,
      @Nullable String avoidType,
      List<String> useUuid,
      List<String> avoidUuid,
      @Nullable String mode,
      @Nullable String numaBind) {
    public static final Selection NONE =
        new Selection(null, null, List.of(), List.of(), null, null);

    public Selection {
      useUuid = List.copyOf(useUuid);
      avoidUuid = List.copyOf(avoidUuid);
    }
  }

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
   * @param containerNameEnv environment variable that carries the container's name
   * @param writesMemory the memory that will be charged is written into the container
   * @param writesCores the same for the cores of a container with several devices, and of a whole
   *     card
   * @param severalCountAnnotation pod annotation with the count of a container with several devices
   * @param setAnnotations pod annotations with the value that they get where the pod has none
   * @param allowedAnnotations pod annotations with the values that can be honoured; a pod with
   *     another one is refused
   */
  public record Admission(
      int defaultCount,
      boolean wholeCardTakesAllCores,
      @Nullable String runtimeClassName,
      @Nullable String priorityEnv,
      @Nullable String corePolicyEnv,
      @Nullable String corePolicy,
      @Nullable EnvVar hideDevices,
      @Nullable String containerNameEnv,
      boolean writesMemory,
      boolean writesCores,
      @Nullable String severalCountAnnotation,
      Map<String, String> setAnnotations,
      Map<String, List<String>> allowedAnnotations) {
    public Admission {
      setAnnotations = Collections.unmodifiableMap(new TreeMap<>(setAnnotations));
      Map<String, List<String>> allowed = new TreeMap<>();
      allowedAnnotations.forEach((key, values) -> allowed.put(key, List.copyOf(values)));
      allowedAnnotations = Collections.unmodifiableMap(allowed);
    }
  }

  /** An environment variable with its value. */
  public record EnvVar(String name, String value) {}
}
