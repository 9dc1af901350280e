package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.AllocationCodec;
import io.tidemark.api.codec.AnnotationFormatException;
import io.tidemark.api.codec.GoBool;
import io.tidemark.api.family.DemandRules;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.ResourceAsk;
import io.tidemark.api.model.AllocationReading;
import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.Demand;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.PolicyWish;
import io.tidemark.api.model.Problem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads a core/v1 Pod. */
public final class PodReader {
  /** Pod annotations that choose placement policies (protocol, sections 4.6 and 4.7). */
  public static final String NODE_POLICY = "hami.io/node-scheduler-policy";

  public static final String DEVICE_POLICY = "hami.io/gpu-scheduler-policy";
  public static final String DEVICE_WEIGHTS = "hami.io/device-scoring-weights";

  private static final String UNSTORED_UID = "not-stored-yet";

  private final DeviceFamilies families;

  public PodReader(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * @throws UnreadableObjectException where the pod has no name or no UID
   */
  public Reading<PodRecord> read(JsonNode pod) {
    return read(pod, null);
  }

  /**
   * Reads a pod that the API server may not have stored yet, so that it need not have a UID: one
   * under review, or one of a file. All pods without UID get the same, which no ledger must see.
   *
   * @throws UnreadableObjectException where the pod has no name
   */
  public Reading<PodRecord> readUnstored(JsonNode pod) {
    return read(pod, UNSTORED_UID);
  }

  /**
   * @param standIn for a UID that is missing; null where it must not be
   */
  private Reading<PodRecord> read(JsonNode pod, @Nullable String standIn) {
    List<Problem> malformed = new ArrayList<>();
    PodKey key = Identity.key(pod);
    String object = "Pod " + key;
    Field root = Field.root(object, pod, malformed);
    Field metadata = root.get("metadata");
    Field spec = root.get("spec");
    String given = standIn == null ? Identity.require(metadata, "uid") : metadata.get("uid").text();
    String uid = standIn == null || !given.isEmpty() ? given : standIn;
    Identity.require(metadata, "name");
    Map<String, String> annotations = metadata.get("annotations").texts();
    List<Problem> demandProblems = new ArrayList<>();
    Set<String> asked = new TreeSet<>();
    Set<String> names = new HashSet<>();
    List<ContainerSpec> containers = new ArrayList<>();
    for (Field container : spec.get("initContainers").list()) {
      requireOwnName(container, names);
      ContainerKind kind = ContainerKind.ofInit(container.get("restartPolicy").text());
      containers.add(container(container, kind, asked, demandProblems));
    }
    for (Field container : spec.get("containers").list()) {
      requireOwnName(container, names);
      containers.add(container(container, ContainerKind.APP, asked, demandProblems));
    }
    String nodeName = spec.get("nodeName").text();
    Long priority = spec.get("priority").number(Integer.MIN_VALUE, Integer.MAX_VALUE);
    Instant created = metadata.get("creationTimestamp").time();
    PodRecord record =
        new PodRecord(
            uid,
            key,
            Identity.version(metadata),
            containers,
            nodeName.isEmpty() ? null : nodeName,
            StatusReader.read(root.get("status"), containers),
            nodeName.isEmpty() || asked.isEmpty()
                ? AllocationReading.NOTHING
                : allocation(metadata.get("annotations"), annotations, containers, asked),
            selections(annotations, asked),
            policies(annotations),
            QuotaTraitsReader.read(spec),
            priority == null ? 0 : priority.intValue(),
            created == null ? Instant.EPOCH : created,
            spec.get("schedulerName").text(),
            metadata.get("deletionTimestamp").exists(),
            demandProblems);
    return new Reading<>(record, malformed);
  }

  /** Statuses are matched to the spec by name, so each name must stand for one container. */
  private static void requireOwnName(Field container, Set<String> names) {
    Field name = container.get("name");
    String text = name.text();
    boolean missing = !name.exists() || name.json().isTextual();
    if (text.isEmpty() && missing && container.json().isObject()) {
      name.report("must be a text, is missing");
    } else if (!text.isEmpty() && !names.add(text)) {
      name.report("container " + text + " stands here twice");
    }
  }

  private ContainerSpec container(
      Field container, ContainerKind kind, Set<String> asked, List<Problem> demandProblems) {
    String name = container.get("name").text();
    container.get("resources").get("limits").quantities();
    container.get("resources").get("requests").quantities();
    Map<String, Demand> demands = new TreeMap<>();
    for (DeviceFamily family : families.namedBy(container.json())) {
      ResourceAsk ask = ResourceAsk.read(container.json(), family);
      if (!ask.isPresent()) {
        continue;
      }
      try {
        DemandRules.demand(ask, family)
            .ifPresent(
                demand -> {
                  demands.put(family.word(), demand);
                  asked.add(family.word());
                });
      } catch (DemandRules.UnreadableDemandException e) {
        asked.add(family.word());
        DemandRules.certain(ask, family).ifPresent(demand -> demands.put(family.word(), demand));
        Field limits = container.get("resources").get("limits");
        demandProblems.add(
            new Problem(
                limits.problem("").object(),
                limits.keyed(e.resource()),
                "container " + name + ": " + e.getMessage()));
      }
    }
    return new ContainerSpec(name, kind, demands);
  }

  private AllocationReading allocation(
      Field field,
      Map<String, String> annotations,
      List<ContainerSpec> containers,
      Set<String> asked) {
    Map<String, List<List<DeviceShare>>> slots = new TreeMap<>();
    Set<String> missing = new TreeSet<>();
    List<Problem> problems = new ArrayList<>();
    for (String word : asked) {
      String key = families.require(word).annotations().allocated();
      String text = annotations.get(key);
      if (text == null) {
        missing.add(word);
        continue;
      }
      List<Boolean> asking =
          containers.stream().map(container -> container.demands().containsKey(word)).toList();
      try {
        slots.put(word, AllocationCodec.decode(text, asking));
      } catch (AnnotationFormatException e) {
        problems.add(new Problem(field.problem("").object(), field.keyed(key), e.reason()));
      }
    }
    return problems.isEmpty()
        ? new AllocationReading.Readable(new PodAllocation(slots), missing)
        : new AllocationReading.Unreadable(problems);
  }

  private Map<String, DeviceSelection> selections(
      Map<String, String> annotations, Set<String> asked) {
    Map<String, DeviceSelection> selections = new TreeMap<>();
    for (String word : asked) {
      DeviceFamily.Selection keys = families.require(word).selection();
      DeviceSelection selection =
          new DeviceSelection(
              items(annotations, keys.useType()),
              items(annotations, keys.avoidType()),
              inAll(annotations, keys.useUuid()),
              inAny(annotations, keys.avoidUuid()),
              text(annotations, keys.mode()),
              GoBool.parse(text(annotations, keys.numaBind())).orElse(false));
      if (!selection.equals(DeviceSelection.NONE)) {
        selections.put(word, selection);
      }
    }
    return selections;
  }

  private static PolicyWish policies(Map<String, String> annotations) {
    PolicyWish wish =
        new PolicyWish(
            text(annotations, NODE_POLICY),
            text(annotations, DEVICE_POLICY),
            text(annotations, DEVICE_WEIGHTS));
    return wish.equals(PolicyWish.NONE) ? PolicyWish.NONE : wish;
  }

  private static String text(Map<String, String> annotations, @Nullable String key) {
    return key == null ? "" : annotations.getOrDefault(key, "");
  }

  /**
   * The items that all lists name; a list that is missing or blank is no rule. Where the lists have
   * nothing in common, one item that no device is called.
   */
  private static List<String> inAll(Map<String, String> annotations, List<String> keys) {
    List<String> common = List.of();
    for (String key : keys) {
      List<String> items = items(annotations, key);
      if (!items.isEmpty()) {
        common = common.isEmpty() ? items : common.stream().filter(items::contains).toList();
        if (common.isEmpty()) {
          return List.of("");
        }
      }
    }
    return common;
  }

  private static List<String> inAny(Map<String, String> annotations, List<String> keys) {
    return keys.stream().flatMap(key -> items(annotations, key).stream()).toList();
  }

  private static List<String> items(Map<String, String> annotations, @Nullable String key) {
    return Arrays.stream(text(annotations, key).split(","))
        .map(String::trim)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
