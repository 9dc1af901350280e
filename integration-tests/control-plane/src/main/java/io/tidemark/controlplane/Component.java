package io.tidemark.controlplane;

import io.tidemark.controlplane.process.ManagedProcess;
import java.net.URI;
import java.time.Duration;

/**
 * One process of the control plane, on a port that stays its own while it is down. Starting it
 * waits until it says that it is ready.
 */
public final class Component implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final ManagedProcess process;
  private final URI ready;

  Component(ManagedProcess process, URI ready) {
    this.process = process;
    this.ready = ready;
  }

  /** Starts the process and waits until it is ready. */
  public void start() {
    process.start();
    awaitReady();
  }

  /** Ends the process with SIGTERM and starts it anew. */
  public void restart() {
    process.stop();
    start();
  }

  /** Ends the process with SIGTERM. */
  public void stop() {
    process.stop();
  }

  /** Ends the process with SIGKILL. */
  public void kill() {
    process.kill();
  }

  /** Stops the process where it is: its clients keep their connections and get no answer. */
  public void pause() {
    process.pause();
  }

  /** Lets a paused process go on. */
  public void resume() {
    process.resume();
  }

  /** Whether the process runs; a paused one does. */
  public boolean isRunning() {
    return process.isRunning();
  }

  /** The process behind it: its id, its log. */
  public ManagedProcess process() {
    return process;
  }

  /**
   * Waits until the process says that it is ready.
   *
   * @throws AssertionError it ended, or is not ready after 90 s; the message has the end of its log
   */
  public void awaitReady() {
    Readiness.await(process, ready, PATIENCE);
  }

  @Override
  public void close() {
    process.close();
  }
}
