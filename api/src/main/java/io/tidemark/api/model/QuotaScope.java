package io.tidemark.api.model;

import java.util.List;

/**
 * One condition of a ResourceQuota on the pods that it counts, from {@code spec.scopes} or {@code
 * spec.scopeSelector} (Kubernetes core/v1).
 *
 * @param values for {@code PRIORITY_CLASS} with {@code IN} or {@code NOT_IN}; else empty
 */
public record QuotaScope(Name name, Operator operator, List<String> values) {
  /** The scopes that apply to pods. */
  public enum Name {
    TERMINATING,
    NOT_TERMINATING,
    BEST_EFFORT,
    NOT_BEST_EFFORT,
    PRIORITY_CLASS,
    CROSS_NAMESPACE_POD_AFFINITY
  }

  /** How {@code values} are compared. */
  public enum Operator {
    EXISTS,
    DOES_NOT_EXIST,
    IN,
    NOT_IN
  }

  public QuotaScope {
    values = List.copyOf(values);
  }

  public boolean selects(QuotaTraits pod) {
    return switch (name) {
      case TERMINATING -> pod.terminating();
      case NOT_TERMINATING -> !pod.terminating();
      case BEST_EFFORT -> pod.bestEffort();
      case NOT_BEST_EFFORT -> !pod.bestEffort();
      case CROSS_NAMESPACE_POD_AFFINITY -> pod.crossNamespaceAffinity();
      case PRIORITY_CLASS ->
          switch (operator) {
            case EXISTS -> !pod.priorityClassName().isEmpty();
            case DOES_NOT_EXIST -> pod.priorityClassName().isEmpty();
            case IN -> values.contains(pod.priorityClassName());
            case NOT_IN -> !values.contains(pod.priorityClassName());
          };
    };
  }
}
