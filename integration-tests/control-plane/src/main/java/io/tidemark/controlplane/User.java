package io.tidemark.controlplane;

import java.util.List;

/**
 * A user that the API server knows by token.
 *
 * @param name as RBAC names it
 * @param groups as RBAC names them; {@code system:authenticated} comes by itself
 */
public record User(String name, List<String> groups) {
  /** May do everything. */
  public static final User ADMIN = new User("admin", List.of("system:masters"));

  static final User SCHEDULER = new User("system:kube-scheduler", List.of());
  static final User CONTROLLER_MANAGER = new User("system:kube-controller-manager", List.of());

  /** Copies the list. */
  public User {
    groups = List.copyOf(groups);
  }

  /** A user without groups: nothing is allowed that a test does not allow by RBAC. */
  public static User named(String name) {
    return new User(name, List.of());
  }
}
