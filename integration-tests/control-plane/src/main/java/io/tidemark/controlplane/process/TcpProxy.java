package io.tidemark.controlplane.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A loopback port that leads to another one, as a Service leads to one of its pods: whoever
 * connects stays where it was led, and later ones go to the target of that time.
 */
public final class TcpProxy implements AutoCloseable {
  private static final int NOWHERE = 0;
  private static final int BUFFER = 16_384;

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "tcp-proxy");
            thread.setDaemon(true);
            return thread;
          });
  private volatile int target = NOWHERE;

  /** Opens the port; until there is a target it hangs up on whoever connects. */
  public TcpProxy() {
    try {
      server = new ServerSocket(Ports.free(), 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  /** The port that it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  /** Leads whoever connects from now on to this loopback port. */
  public void leadTo(int port) {
    target = port;
  }

  /** Hangs up on whoever connects from now on. */
  public void leadNowhere() {
    target = NOWHERE;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    closeQuietly(server);
    open.forEach(TcpProxy::closeQuietly);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket caller = server.accept();
        int port = target;
        if (port == NOWHERE) {
          caller.close();
        } else {
          threads.execute(() -> connect(caller, port));
        }
      } catch (IOException e) {
        // The caller is gone, or we are: the loop sees which.
        continue;
      }
    }
  }

  private void connect(Socket caller, int port) {
    try {
      Socket called = new Socket(InetAddress.getLoopbackAddress(), port);
      open.add(caller);
      open.add(called);
      threads.execute(() -> copy(caller, called));
      copy(called, caller);
    } catch (IOException e) {
      closeQuietly(caller);
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[BUFFER];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        out.write(buffer, 0, n);
      }
      to.shutdownOutput();
    } catch (IOException e) {
      closeQuietly(from);
      closeQuietly(to);
    }
    if (from.isClosed() || to.isClosed() || (from.isOutputShutdown() && to.isOutputShutdown())) {
      closeQuietly(from);
      closeQuietly(to);
      open.remove(from);
      open.remove(to);
    }
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // It is closed either way.
    }
  }
}
