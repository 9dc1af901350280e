package io.tidemark.app.scheduling;

import io.tidemark.api.model.ContainerSpec;
import io.tidemark.api.model.DeviceSelection;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.model.PolicyWish;
import io.tidemark.api.model.QuotaTraits;
import java.util.List;
import java.util.Map;

/**
 * What fit and scoring read of a pod to say whether a node can take it. Where one pod finds no
 * node, another of the same shape finds none either.
 *
 * @param containers without their names
 * @param impossible whether it asks for something that no scheduler could honour
 */
public record PodShape(
    String namespace,
    List<ContainerSpec> containers,
    Map<String, DeviceSelection> selections,
    PolicyWish policies,
    QuotaTraits quotaTraits,
    boolean impossible) {
  public static PodShape of(PodRecord pod) {
    return new PodShape(
        pod.key().namespace(),
        pod.containers().stream()
            .map(container -> new ContainerSpec("", container.kind(), container.demands()))
            .toList(),
        pod.selections(),
        pod.policies(),
        pod.quotaTraits(),
        !pod.demandProblems().isEmpty());
  }
}
