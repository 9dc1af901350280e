package io.tidemark.fit;

import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.DeviceAmount;
import io.tidemark.api.model.MemoryDemand;
import io.tidemark.api.placement.DeviceRefusal;
import io.tidemark.api.placement.RefusalCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The refusal of one container in words, with the numbers that decide. */
final class RefusalWords {
  /** What keeps a container from its devices. */
  enum Cause {
    /** It finds too few by itself. */
    ALONE,
    /** It finds enough, but not on one NUMA node. */
    NUMA,
    /** It finds enough by itself, but not beside the pod's other containers. */
    BESIDE_OTHERS
  }

  private final FamilyAsk asks;
  private final int ask;
  private final String container;

  RefusalWords(FamilyAsk asks, int ask, String container) {
    this.asks = asks;
    this.ask = ask;
    this.container = container;
  }

  static String tooFewDevices(FamilyAsk asks, int ask, String container, int registered) {
    return "container "
        + container
        + " needs "
        + devices(asks.count[ask], asks.family.word())
        + "; the node has "
        + registered;
  }

  /** Enough devices are free, but not such as go together. */
  static String notTogether(DeviceFamily family) {
    return switch (family.grouping().strategy()) {
      case ONE_CARD_PER_POD ->
          "no choice of " + family.word() + " devices can be held by all containers of the pod";
      case FULL_GROUPS ->
          "too few groups of "
              + family.word()
              + " devices are free as a whole ("
              + family.grouping().size()
              + " devices each)";
      default -> "the free " + family.word() + " devices are not linked as they must be";
    };
  }

  String detail(Cause cause, List<DeviceRefusal> devices) {
    String need = "container " + container + " needs " + need();
    return switch (cause) {
      case ALONE -> need + "; " + reasons(devices);
      case NUMA -> need + " on one NUMA node; " + numa(devices);
      case BESIDE_OTHERS ->
          need + " beside the pod's other containers; " + reasons(devices) + besides(devices);
    };
  }

  /** {@code 20480 MiB on 1 NVIDIA device}. */
  private String need() {
    List<String> amounts = new ArrayList<>();
    MemoryDemand memory = asks.memory[ask];
    if (memory instanceof MemoryDemand.Percent percent) {
      amounts.add(percent.percent() == 100 ? "all memory" : percent.percent() + " % of the memory");
    } else if (memory instanceof MemoryDemand.Mib mib && mib.mib() > 0) {
      amounts.add(mib.mib() + " MiB");
    }
    if (asks.cores[ask] > 0) {
      amounts.add(asks.cores[ask] + (asks.family.cores().perCard() == 100 ? " % cores" : " cores"));
    }
    String count = devices(asks.count[ask], asks.family.word());
    if (amounts.isEmpty()) {
      return count;
    }
    return String.join(" and ", amounts) + (asks.count[ask] == 1 ? " on " : " on each of ") + count;
  }

  private static String devices(int count, String word) {
    return count + " " + word + (count == 1 ? " device" : " devices");
  }

  private String reasons(List<DeviceRefusal> devices) {
    Map<RefusalCode, List<DeviceRefusal>> byCode = new TreeMap<>();
    for (DeviceRefusal device : devices) {
      byCode.computeIfAbsent(device.code(), code -> new ArrayList<>()).add(device);
    }
    if (byCode.size() == 1) {
      return only(devices.get(0).code(), devices);
    }
    List<String> clauses = new ArrayList<>();
    byCode.forEach((code, refused) -> clauses.add(clause(code, refused)));
    return String.join(", ", clauses);
  }

  private String only(RefusalCode code, List<DeviceRefusal> devices) {
    return switch (code) {
      case CARD_INSUFFICIENT_MEMORY -> "the most that is free on one is " + mostMemory(devices);
      case CARD_INSUFFICIENT_CORE -> "the most that is free on one is " + mostCores(devices);
      default -> clause(code, devices);
    };
  }

  private static String clause(RefusalCode code, List<DeviceRefusal> devices) {
    int count = devices.size();
    boolean one = count == 1;
    return count
        + switch (code) {
          case CARD_INSUFFICIENT_MEMORY ->
              (one ? " lacks" : " lack") + " memory (at most " + mostMemory(devices) + ")";
          case CARD_INSUFFICIENT_CORE ->
              (one ? " lacks" : " lack") + " cores (at most " + mostCores(devices) + ")";
          case CARD_TIME_SLICING_EXHAUSTED -> (one ? " has" : " have") + " no slot left";
          case EXCLUSIVE_DEVICE_CONFLICT -> (one ? " is" : " are") + " shared already";
          case CARD_COMPUTE_UNITS_EXHAUSTED -> (one ? " has" : " have") + " no cores left";
          case CARD_NOT_HEALTHY -> (one ? " is" : " are") + " not healthy";
          case CARD_CORDONED -> (one ? " is" : " are") + " cordoned";
          case CARD_TYPE_MISMATCH -> (one ? " is" : " are") + " of a type that the pod excludes";
          case CARD_UUID_MISMATCH -> (one ? " is" : " are") + " excluded by uuid";
          case CUSTOM_FILTER_RULE -> (one ? " is" : " are") + " cut into parts of another size";
          case ALLOCATED_CARDS_INSUFFICIENT -> " by itself would do";
          default -> " " + code.text();
        };
  }

  private static String numa(List<DeviceRefusal> devices) {
    long fitting =
        devices.stream().filter(device -> device.code() == RefusalCode.NUMA_NOT_FIT).count();
    return fitting + " can take it, but too few of them are on one NUMA node";
  }

  /** What the pod's other containers leave on the devices that would take this one by itself. */
  private String besides(List<DeviceRefusal> devices) {
    List<DeviceRefusal> willing =
        devices.stream()
            .filter(device -> device.code() == RefusalCode.ALLOCATED_CARDS_INSUFFICIENT)
            .filter(device -> !device.need().fitsIn(device.free()))
            .toList();
    return willing.isEmpty()
        ? ""
        : "; with what runs beside it "
            + words(willing.get(0).need())
            + " would be needed on "
            + willing.get(0).device()
            + ", where "
            + words(willing.get(0).free())
            + " are free";
  }

  private static String words(DeviceAmount amount) {
    return amount.memoryMiB()
        + " MiB, "
        + amount.cores()
        + " % cores, "
        + amount.slots()
        + " slots";
  }

  private static String mostMemory(List<DeviceRefusal> devices) {
    DeviceRefusal most = most(devices, Comparator.comparingLong(d -> d.free().memoryMiB()));
    return most.free().memoryMiB() + " MiB (" + most.device() + ")";
  }

  private static String mostCores(List<DeviceRefusal> devices) {
    DeviceRefusal most = most(devices, Comparator.comparingInt(d -> d.free().cores()));
    return most.free().cores() + " % cores (" + most.device() + ")";
  }

  /** The first of the largest. */
  private static DeviceRefusal most(List<DeviceRefusal> devices, Comparator<DeviceRefusal> bySize) {
    DeviceRefusal most = devices.get(0);
    for (DeviceRefusal device : devices) {
      if (bySize.compare(device, most) > 0) {
        most = device;
      }
    }
    return most;
  }
}
