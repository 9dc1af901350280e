package io.tidemark.app.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.NamespaceAmount;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.quota.QuotaRules;
import io.tidemark.api.snapshot.ClusterSnapshot;
import io.tidemark.api.snapshot.NamespaceSnapshot;
import io.tidemark.api.snapshot.QuotaSnapshot;
import io.tidemark.app.inspect.ClusterState.Seen;
import io.tidemark.app.report.FindingCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Quotas that HAMi does not enforce as they are written (protocol, section 8), and full ones. */
final class QuotaFindings {
  private static final String LIMITS = "limits.";
  private static final String REQUESTS = "requests.";

  private final DeviceFamilies families;
  private final ClusterSnapshot snapshot;
  private final Findings findings;
  private final Map<String, QuotaDimension> dimensions = new TreeMap<>();
  private final Set<String> domains = new HashSet<>();

  QuotaFindings(DeviceFamilies families, ClusterSnapshot snapshot, Findings findings) {
    this.families = families;
    this.snapshot = snapshot;
    this.findings = findings;
    for (DeviceFamily family : families.all()) {
      for (QuotaDimension dimension : QuotaDimension.values()) {
        String name = family.resources().of(dimension);
        if (name != null) {
          dimensions.put(name, dimension);
        }
      }
      family.resources().names().forEach(name -> domains.add(domain(name)));
    }
  }

  /**
   * @param recorded what HAMi has recorded, by namespace and family word
   */
  void of(List<Seen<QuotaRecord>> quotas, Map<String, Map<String, NamespaceAmount>> recorded) {
    quotas.forEach(this::keys);
    several(quotas);
    for (String namespace : new TreeSet<>(snapshot.namespaces().keySet())) {
      used(snapshot.namespace(namespace), recorded.getOrDefault(namespace, Map.of()));
    }
  }

  private void keys(Seen<QuotaRecord> seen) {
    QuotaRecord quota = seen.record();
    String object = "ResourceQuota " + quota.namespace() + "/" + quota.name();
    boolean ofDevices = false;
    for (Map.Entry<String, JsonNode> hard : seen.object().path("spec").path("hard").properties()) {
      String key = hard.getKey();
      String field = "spec.hard[" + key + "]";
      String value = hard.getValue().asText("");
      QuotaDimension dimension =
          key.startsWith(LIMITS) ? dimensions.get(key.substring(LIMITS.length())) : null;
      if (dimension == null) {
        unknownKey(object, key, value);
        continue;
      }
      ofDevices = true;
      if (dimension == QuotaDimension.COUNT) {
        findings.add(
            FindingCode.QUOTA_NOT_ENFORCED,
            object,
            field,
            value + "; HAMi limits no number of devices",
            "enforced",
            "see that the number is meant");
      } else if (isFraction(value)) {
        findings.add(
            FindingCode.QUOTA_NOT_ENFORCED,
            object,
            field,
            value + "; HAMi passes over a limit that is no whole number",
            "enforced, rounded down",
            "write a whole number");
      }
    }
    if (ofDevices && !quota.scopes().isEmpty()) {
      findings.add(
          FindingCode.QUOTA_SCOPE_IGNORED,
          object,
          "spec.scopes",
          "HAMi counts all pods of the namespace, whatever the scopes say",
          "counts the pods that its scopes select",
          "see that the scopes are meant");
    }
  }

  private static boolean isFraction(String value) {
    BigDecimal quantity = Quantities.read(value);
    return quantity != null && quantity.stripTrailingZeros().scale() > 0;
  }

  private void unknownKey(String object, String key, String value) {
    String name = key.startsWith(LIMITS) ? key.substring(LIMITS.length()) : key;
    if (key.startsWith(REQUESTS) || !name.contains("/") || !domains.contains(domain(name))) {
      return;
    }
    List<String> known =
        dimensions.keySet().stream()
            .filter(resource -> domain(resource).equals(domain(name)))
            .map(resource -> LIMITS + resource)
            .toList();
    findings.add(
        FindingCode.QUOTA_KEY_UNKNOWN,
        object,
        "spec.hard[" + key + "]",
        value + "; nobody enforces this key",
        "not enforced either; enforced are " + String.join(", ", known),
        "use one of those keys");
  }

  private void several(List<Seen<QuotaRecord>> quotas) {
    Map<String, List<String>> writers = new TreeMap<>();
    for (Seen<QuotaRecord> seen : quotas) {
      QuotaRecord quota = seen.record();
      for (QuotaLimit limit : quota.limits()) {
        if (limit.dimension() != QuotaDimension.COUNT) {
          String resource = QuotaRules.resource(families, limit.family(), limit.dimension());
          writers
              .computeIfAbsent(quota.namespace() + " " + resource, key -> new ArrayList<>())
              .add(quota.name() + " (" + limit.limit() + ")");
        }
      }
    }
    writers.forEach(
        (key, names) -> {
          if (names.size() > 1) {
            int blank = key.indexOf(' ');
            findings.add(
                FindingCode.QUOTA_NOT_ENFORCED,
                "Namespace " + key.substring(0, blank),
                LIMITS + key.substring(blank + 1),
                names.size()
                    + " quotas limit it, "
                    + String.join(" and ", names)
                    + "; HAMi enforces the one it saw last, and none once any is deleted",
                "all hold at once",
                "see that each is meant");
          }
        });
  }

  private void used(NamespaceSnapshot namespace, Map<String, NamespaceAmount> recorded) {
    Set<String> told = new HashSet<>();
    for (QuotaSnapshot quota : namespace.quotas()) {
      for (QuotaLimit limit : quota.quota().limits()) {
        String resource = QuotaRules.resource(families, limit.family(), limit.dimension());
        long used = quota.used(limit.family()).in(limit.dimension());
        if (used > limit.limit()) {
          findings.add(
              FindingCode.QUOTA_EXCEEDED,
              "ResourceQuota " + namespace.name() + "/" + quota.quota().name(),
              "spec.hard[" + LIMITS + resource + "]",
              used + " used, " + limit.limit() + " allowed",
              "no new pod that needs it, until enough is released; running pods go on",
              "raise the quota, or wait");
        }
        if (limit.dimension() != QuotaDimension.COUNT && told.add(resource)) {
          recorded(namespace, limit, resource, recorded);
        }
      }
    }
  }

  private void recorded(
      NamespaceSnapshot namespace,
      QuotaLimit limit,
      String resource,
      Map<String, NamespaceAmount> recorded) {
    long exact = namespace.used(limit.family()).in(limit.dimension());
    long today = recorded.getOrDefault(limit.family(), NamespaceAmount.ZERO).in(limit.dimension());
    if (exact != today) {
      findings.add(
          FindingCode.QUOTA_USAGE_WRONG,
          "Namespace " + namespace.name(),
          LIMITS + resource,
          "HAMi counts " + today + " as used",
          exact + " used",
          exact > today
              ? "see whether the quota still has room for what is to come"
              : "nothing; the difference becomes free");
    }
  }

  private static String domain(String name) {
    int slash = name.indexOf('/');
    return slash < 0 ? name : name.substring(0, slash);
  }
}
