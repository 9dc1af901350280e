package io.tidemark.controlplane;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a control plane is started with. Immutable; each {@code with} method answers a changed copy.
 *
 * @param schedulerConfiguration a {@code KubeSchedulerConfiguration} as people deploy it, in YAML;
 *     null for kube-scheduler's defaults
 * @param scheduler whether kube-scheduler runs from the start
 * @param controllerManager whether kube-controller-manager runs; without it the API server's {@code
 *     ServiceAccount} admission plugin is off, since nobody makes the accounts
 * @param users known by token, besides {@link User#ADMIN} and the components
 * @param apiServerFlags added to the command line of kube-apiserver
 */
public record Settings(
    @Nullable String schedulerConfiguration,
    boolean scheduler,
    boolean controllerManager,
    List<User> users,
    List<String> apiServerFlags) {

  /** Copies the lists. */
  public Settings {
    users = List.copyOf(users);
    apiServerFlags = List.copyOf(apiServerFlags);
  }

  /** Everything runs, with defaults; {@code alice} and {@code bob} are users without rights. */
  public static Settings defaults() {
    return new Settings(
        null, true, true, List.of(User.named("alice"), User.named("bob")), List.of());
  }

  /** With this {@code KubeSchedulerConfiguration}. */
  public Settings withSchedulerConfiguration(String yaml) {
    return new Settings(yaml, scheduler, controllerManager, users, apiServerFlags);
  }

  /** Without kube-scheduler; it can be started later. */
  public Settings withoutScheduler() {
    return new Settings(schedulerConfiguration, false, controllerManager, users, apiServerFlags);
  }

  /** Without kube-controller-manager. */
  public Settings withoutControllerManager() {
    return new Settings(schedulerConfiguration, scheduler, false, users, apiServerFlags);
  }

  /** With one more user. */
  public Settings withUser(User user) {
    List<User> more = new ArrayList<>(users);
    more.add(user);
    return new Settings(schedulerConfiguration, scheduler, controllerManager, more, apiServerFlags);
  }

  /** With one more flag for kube-apiserver. */
  public Settings withApiServerFlag(String flag) {
    List<String> more = new ArrayList<>(apiServerFlags);
    more.add(flag);
    return new Settings(schedulerConfiguration, scheduler, controllerManager, users, more);
  }
}
