package io.tidemark.api.formula;

import io.tidemark.api.model.ContainerKind;
import io.tidemark.api.model.ContainerSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The formula (design, section 2; Kubernetes KEP-753): a pod's life as the steps at which sets of
 * its containers run together, and the peak over the steps that can still come.
 *
 * <pre>
 * step i, ordinary init   need(i)   = x(c_i) + sum of x(s), s a sidecar declared before i
 * steady state            need(app) = sum of x(a), a an app + sum of x(s), s any sidecar
 * peak at watermark w               = max( need(app), max of need(i) over ordinary init i >= w )
 * </pre>
 */
public final class Steps {
  /** The index that stands for the steady state in {@link Step#index}. */
  public static final int STEADY = Integer.MAX_VALUE;

  /**
   * One step.
   *
   * @param index the ordinary init container that makes the step, or {@link #STEADY}
   * @param members the containers that run together, in spec order
   */
  public record Step(int index, List<Integer> members) {
    public Step {
      members = List.copyOf(members);
    }
  }

  private Steps() {}

  /** All steps of a pod: one per ordinary init container in spec order, then the steady state. */
  public static List<Step> of(List<ContainerSpec> containers) {
    List<Step> steps = new ArrayList<>();
    List<Integer> sidecars = new ArrayList<>();
    List<Integer> apps = new ArrayList<>();
    for (int i = 0; i < containers.size(); i++) {
      switch (containers.get(i).kind()) {
        case SIDECAR -> sidecars.add(i);
        case APP -> apps.add(i);
        case INIT -> {
          List<Integer> members = new ArrayList<>(sidecars);
          members.add(i);
          steps.add(new Step(i, members));
        }
      }
    }
    List<Integer> steady = new ArrayList<>(sidecars);
    steady.addAll(apps);
    steps.add(new Step(STEADY, steady));
    return List.copyOf(steps);
  }

  /**
   * What must be kept for a pod from its present progress on.
   *
   * @param share what the container of that index holds; {@link Accumulation#nothing} where it
   *     holds nothing
   * @return {@link Accumulation#nothing} for a terminal pod; never less than what the containers
   *     that are seen running hold together
   */
  public static <A> A peak(
      List<ContainerSpec> containers,
      Progress progress,
      IntFunction<A> share,
      Accumulation<A> accumulation) {
    A peak = accumulation.nothing();
    if (progress.terminal()) {
      return peak;
    }
    A sidecars = accumulation.nothing();
    A apps = accumulation.nothing();
    A running = accumulation.nothing();
    for (int i = 0; i < containers.size(); i++) {
      A held = share.apply(i);
      ContainerKind kind = containers.get(i).kind();
      switch (kind) {
        case SIDECAR -> sidecars = accumulation.together(sidecars, held);
        case APP -> apps = accumulation.together(apps, held);
        case INIT -> {
          if (i >= progress.watermark()) {
            peak = accumulation.either(peak, accumulation.together(sidecars, held));
          }
        }
      }
      if (progress.running().contains(i)) {
        running = accumulation.together(running, held);
      }
    }
    peak = accumulation.either(peak, accumulation.together(sidecars, apps));
    return accumulation.either(peak, running);
  }

  /** What the containers of one step hold together. */
  public static <A> A need(Step step, IntFunction<A> share, Accumulation<A> accumulation) {
    A sum = accumulation.nothing();
    for (int member : step.members()) {
      sum = accumulation.together(sum, share.apply(member));
    }
    return sum;
  }
}
