package io.tidemark.api.kube;

import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.ContainerState;
import io.tidemark.api.model.PodStatus;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads a PodStatus, matched to the spec's containers by name. */
final class StatusReader {
  /** An exit code that nobody can read is no success. */
  private static final int UNREADABLE_EXIT_CODE = -1;

  private StatusReader() {}

  static PodStatus read(Field status, List<ContainerSpec> containers) {
    Map<String, ContainerState> init = states(status.get("initContainerStatuses"));
    Map<String, ContainerState> app = states(status.get("containerStatuses"));
    List<ContainerState> states = new ArrayList<>(containers.size());
    Set<String> shared = sharedNames(containers);
    for (ContainerSpec container : containers) {
      Map<String, ContainerState> range = container.kind() == ContainerKind.APP ? app : init;
      states.add(
          shared.contains(container.name())
              ? ContainerState.WAITING
              : range.getOrDefault(container.name(), ContainerState.ABSENT));
    }
    boolean restarting = false;
    String unschedulable = null;
    for (Field condition : status.get("conditions").list()) {
      String type = condition.get("type").text();
      String value = condition.get("status").text();
      if (type.equals("AllContainersRestarting") && value.equals("True")) {
        restarting = true;
      }
      if (type.equals("PodScheduled")
          && value.equals("False")
          && condition.get("reason").text().equals("Unschedulable")) {
        unschedulable =
            condition.get("lastTransitionTime").text() + " " + condition.get("message").text();
      }
    }
    return new PodStatus(status.get("phase").text(), states, restarting, unschedulable);
  }

  /** Names of several containers: an entry does not say which it means, so nothing is finished. */
  private static Set<String> sharedNames(List<ContainerSpec> containers) {
    Set<String> names = new HashSet<>();
    Set<String> shared = new HashSet<>();
    for (ContainerSpec container : containers) {
      if (!names.add(container.name())) {
        shared.add(container.name());
      }
    }
    return shared;
  }

  private static Map<String, ContainerState> states(Field statuses) {
    Map<String, ContainerState> states = new HashMap<>();
    for (Field status : statuses.list()) {
      states.merge(status.get("name").text(), state(status.get("state")), StatusReader::freesLess);
    }
    return states;
  }

  /** No kubelet writes two entries of one name; of two that contradict, the careful one counts. */
  private static ContainerState freesLess(ContainerState a, ContainerState b) {
    return caution(b) > caution(a) ? b : a;
  }

  private static int caution(ContainerState state) {
    if (state instanceof ContainerState.Running) {
      return 3;
    }
    if (state instanceof ContainerState.Terminated ended) {
      return ended.succeeded() ? 0 : 2;
    }
    return state instanceof ContainerState.Waiting ? 1 : 0;
  }

  private static ContainerState state(Field state) {
    if (state.get("running").exists()) {
      return ContainerState.RUNNING;
    }
    Field terminated = state.get("terminated");
    if (terminated.exists()) {
      Field code = terminated.get("exitCode");
      Long exitCode = code.number(Integer.MIN_VALUE, Integer.MAX_VALUE);
      int unsaid = code.exists() ? UNREADABLE_EXIT_CODE : 0;
      return new ContainerState.Terminated(
          exitCode == null ? unsaid : exitCode.intValue(),
          terminated.get("reason").text(),
          terminated.get("startedAt").time(),
          terminated.get("finishedAt").time());
    }
    return state.get("waiting").exists() ? ContainerState.WAITING : ContainerState.ABSENT;
  }
}
