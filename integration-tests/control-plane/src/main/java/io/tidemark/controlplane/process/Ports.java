package io.tidemark.controlplane.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Loopback ports for programs that are stopped and started again on the same port. They lie below
 * the range from which Linux takes the ports of outgoing connections (32768 and up), so that none
 * of these takes the port while its program is down.
 */
public final class Ports {
  private static final int LOWEST = 20_000;
  private static final int BOUND = 32_000;
  private static final int TRIES = 1_000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private Ports() {}

  /** A port on which nothing listens now, and that was not given before. */
  public static synchronized int free() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BOUND);
      if (!GIVEN.contains(port) && isFree(port)) {
        GIVEN.add(port);
        return port;
      }
    }
    throw new IllegalStateException("no free loopback port in " + LOWEST + ".." + BOUND);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort() == port;
    } catch (IOException e) {
      return false;
    }
  }
}
