package io.tidemark.controlplane.agent;

import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How long a pod's containers run and how they end, from the pod annotation {@link #ANNOTATION}:
 *
 * <pre>prepare=200ms, train=2s/exit=1, log=hold, *=hold</pre>
 *
 * A duration in {@code ms}, {@code s} or {@code m}, or {@code hold}: until the test says. The name
 * {@code *} stands for all others, {@code terminate} for how long a deleted pod takes to end (at
 * most its grace period; by default no time). Without an entry an init container runs 50 ms, and
 * every other container until the test says or its pod ends.
 */
public final class PodScript {
  /** The annotation's key. */
  public static final String ANNOTATION = "agent.tidemark.io/run";

  static final String OTHERS = "*";
  static final String TERMINATE = "terminate";
  private static final Run USUAL_INIT = new Run(Duration.ofMillis(50), 0);
  private static final Run HOLD = new Run(null, 0);
  private static final Run AT_ONCE = new Run(Duration.ZERO, 0);
  private static final Pattern ENTRY =
      Pattern.compile("([a-z0-9*-]+)=(?:(hold)|(\\d+)(ms|s|m)(?:/exit=(\\d+))?)");

  private final Map<String, Run> entries;

  private PodScript(Map<String, Run> entries) {
    this.entries = entries;
  }

  /**
   * One run of a container.
   *
   * @param duration null: until the test says
   * @param exitCode how it ends then
   */
  record Run(@Nullable Duration duration, int exitCode) {}

  /**
   * Reads the annotation.
   *
   * @param text null for no entries
   * @throws IllegalArgumentException an entry cannot be read
   */
  static PodScript parse(@Nullable String text) {
    Map<String, Run> entries = new HashMap<>();
    if (text != null && !text.isBlank()) {
      for (String entry : text.split(",")) {
        Matcher matcher = ENTRY.matcher(entry.strip());
        if (!matcher.matches()) {
          throw new IllegalArgumentException(ANNOTATION + " has the entry \"" + entry + "\"");
        }
        entries.put(matcher.group(1), run(matcher));
      }
    }
    return new PodScript(entries);
  }

  /** Reads the annotation of a pod. */
  static PodScript of(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return parse(annotations == null ? null : annotations.get(ANNOTATION));
  }

  private static Run run(Matcher matcher) {
    if (matcher.group(2) != null) {
      return HOLD;
    }
    long amount = Long.parseLong(matcher.group(3));
    Duration duration =
        switch (matcher.group(4)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          default -> Duration.ofMinutes(amount);
        };
    String exit = matcher.group(5);
    return new Run(duration, exit == null ? 0 : Integer.parseInt(exit));
  }

  /** How a container runs. */
  Run of(ContainerSpec container) {
    Run run = entries.get(container.name());
    if (run == null) {
      run = entries.get(OTHERS);
    }
    if (run != null) {
      return run;
    }
    return container.kind() == ContainerSpec.Kind.INIT ? USUAL_INIT : HOLD;
  }

  /** How long the pod takes to end once it is deleted. */
  Run termination() {
    return entries.getOrDefault(TERMINATE, AT_ONCE);
  }
}
