package io.tidemark.faults.gate;

import io.tidemark.controlplane.process.Waiting;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * What a gate does with the calls that match, until it is lifted; those after that pass. A call
 * that was held goes on even if its caller is gone by then, as one that is under way in a network.
 */
public final class Fault {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** How a call goes on. */
  enum Verdict {
    /** To the API server, or its answer to the caller. */
    PASS,
    /** The caller is hung up on. */
    HANG_UP
  }

  private final Predicate<ApiCall> matches;
  private final boolean afterAnswer;
  private final CompletableFuture<Verdict> verdict = new CompletableFuture<>();
  private final List<ApiCall> met = new CopyOnWriteArrayList<>();

  /**
   * @param afterAnswer whether the API server gets the call, and only its answer is held
   */
  Fault(Predicate<ApiCall> matches, boolean afterAnswer) {
    this.matches = matches;
    this.afterAnswer = afterAnswer;
  }

  /** Waits until a call is held; where answers are held, until the API server has given one. */
  public ApiCall awaitMet() {
    return Waiting.forValue(
        "a call that the gate holds",
        PATIENCE,
        Duration.ofMillis(5),
        () -> met.isEmpty() ? null : met.get(0));
  }

  /** How many calls were held so far. */
  public int count() {
    return met.size();
  }

  /** Lets what is held go on, and all calls after it. */
  public void letGo() {
    verdict.complete(Verdict.PASS);
  }

  /** Hangs up on who is held: what was not passed on never will be. Calls after it pass. */
  public void hangUp() {
    verdict.complete(Verdict.HANG_UP);
  }

  boolean concerns(ApiCall call) {
    return !verdict.isDone() && matches.test(call);
  }

  boolean afterAnswer() {
    return afterAnswer;
  }

  /** Holds the thread until the fault is lifted. */
  Verdict hold(ApiCall call) {
    met.add(call);
    return verdict.join();
  }
}
