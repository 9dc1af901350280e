package io.tidemark.api.kube;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.codec.Quantities;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.model.PodKey;
import io.tidemark.api.model.Problem;
import io.tidemark.api.model.QuotaDimension;
import io.tidemark.api.model.QuotaLimit;
import io.tidemark.api.model.QuotaRecord;
import io.tidemark.api.model.QuotaScope;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a core/v1 ResourceQuota: the keys {@code limits.<name>} of the enabled families. Other keys
 * are the API server's own business.
 */
public final class QuotaReader {
  private final DeviceFamilies families;

  public QuotaReader(DeviceFamilies families) {
    this.families = families;
  }

  /**
   * @throws UnreadableObjectException where the quota has no name
   */
  public Reading<QuotaRecord> read(JsonNode quota) {
    List<Problem> malformed = new ArrayList<>();
    PodKey key = Identity.key(quota);
    Field root = Field.root("ResourceQuota " + key, quota, malformed);
    Field metadata = root.get("metadata");
    Identity.require(metadata, "name");
    Field spec = root.get("spec");
    List<QuotaScope> scopes = new ArrayList<>();
    boolean countsPods = scopes(spec, scopes, malformed);
    return new Reading<>(
        new QuotaRecord(
            key.namespace(),
            key.name(),
            metadata.get("uid").text(),
            Identity.version(metadata),
            countsPods ? limits(spec.get("hard"), malformed) : List.of(),
            scopes),
        malformed);
  }

  private List<QuotaLimit> limits(Field hard, List<Problem> malformed) {
    Map<String, BigDecimal> quantities = hard.quantities();
    List<QuotaLimit> limits = new ArrayList<>();
    for (DeviceFamily family : families.all()) {
      DeviceFamily.Resources names = family.resources();
      long factor = family.memory().factor();
      limit(hard, quantities, names.count(), malformed)
          .ifPresent(
              limit -> limits.add(new QuotaLimit(family.word(), QuotaDimension.COUNT, limit)));
      limit(hard, quantities, names.memory(), malformed)
          .ifPresent(
              limit ->
                  limits.add(
                      new QuotaLimit(family.word(), QuotaDimension.MEMORY, scaled(limit, factor))));
      limit(hard, quantities, names.cores(), malformed)
          .ifPresent(
              limit -> limits.add(new QuotaLimit(family.word(), QuotaDimension.CORES, limit)));
    }
    return limits;
  }

  /** A fraction limits whole amounts to what is below it: 1500m is 1. */
  private static Optional<Long> limit(
      Field hard,
      Map<String, BigDecimal> quantities,
      @Nullable String name,
      List<Problem> malformed) {
    BigDecimal quantity = name == null ? null : quantities.get("limits." + name);
    if (quantity == null) {
      return Optional.empty();
    }
    if (quantity.signum() < 0) {
      malformed.add(
          new Problem(
              hard.problem("").object(),
              hard.keyed("limits." + name),
              "must not be negative, found " + quantity.toPlainString()));
      return Optional.empty();
    }
    return Optional.of(Quantities.floor(quantity));
  }

  /** A limit beyond the range of a long limits nothing; that is what the largest long does too. */
  private static long scaled(long limit, long factor) {
    return limit > Long.MAX_VALUE / factor ? Long.MAX_VALUE : limit * factor;
  }

  /** Whether the quota counts pods at all. */
  private static boolean scopes(Field spec, List<QuotaScope> scopes, List<Problem> malformed) {
    boolean countsPods = true;
    for (Field scope : spec.get("scopes").list()) {
      countsPods &= scope(scope, "Exists", List.of(), scopes, malformed);
    }
    for (Field expression : spec.get("scopeSelector").get("matchExpressions").list()) {
      List<String> values = expression.get("values").list().stream().map(Field::text).toList();
      countsPods &=
          scope(
              expression.get("scopeName"),
              expression.get("operator").text(),
              values,
              scopes,
              malformed);
    }
    return countsPods;
  }

  private static boolean scope(
      Field name,
      String operator,
      List<String> values,
      List<QuotaScope> scopes,
      List<Problem> malformed) {
    QuotaScope.Name scope =
        switch (name.text()) {
          case "Terminating" -> QuotaScope.Name.TERMINATING;
          case "NotTerminating" -> QuotaScope.Name.NOT_TERMINATING;
          case "BestEffort" -> QuotaScope.Name.BEST_EFFORT;
          case "NotBestEffort" -> QuotaScope.Name.NOT_BEST_EFFORT;
          case "PriorityClass" -> QuotaScope.Name.PRIORITY_CLASS;
          case "CrossNamespacePodAffinity" -> QuotaScope.Name.CROSS_NAMESPACE_POD_AFFINITY;
          default -> null;
        };
    if (scope == null) {
      // VolumeAttributesClass selects volume claims, and so may scopes of newer clusters.
      if (!name.text().equals("VolumeAttributesClass")) {
        malformed.add(name.problem("is no scope for pods: \"" + name.text() + "\""));
      }
      return false;
    }
    QuotaScope.Operator read =
        switch (operator) {
          case "Exists" -> QuotaScope.Operator.EXISTS;
          case "DoesNotExist" -> QuotaScope.Operator.DOES_NOT_EXIST;
          case "In" -> QuotaScope.Operator.IN;
          case "NotIn" -> QuotaScope.Operator.NOT_IN;
          default -> null;
        };
    if (read == null) {
      malformed.add(name.problem("has the unknown operator \"" + operator + "\""));
      return false;
    }
    scopes.add(new QuotaScope(scope, read, values));
    return true;
  }
}
