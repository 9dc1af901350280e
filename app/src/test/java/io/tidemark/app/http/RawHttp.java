package io.tidemark.app.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection of which a test sees every byte. */
final class RawHttp implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;

  RawHttp(int port) throws IOException {
    socket = new Socket("localhost", port);
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.setTcpNoDelay(true);
  }

  /** A whole request with its length. */
  void post(String path, String body) throws IOException {
    head(path, "Content-Length: " + Requests.bytes(body).length);
    send(body);
  }

  void head(String path, String... headers) throws IOException {
    send(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + String.join("\r\n", headers)
            + "\r\n\r\n");
  }

  void send(String text) throws IOException {
    send(Requests.bytes(text));
  }

  void send(byte[] bytes) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(bytes);
    out.flush();
  }

  /** All that comes until the other side closes; fails where it does not. */
  String readToEnd() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  /** What comes up to and with this text. */
  String readTo(String text) throws IOException {
    InputStream in = socket.getInputStream();
    StringBuilder read = new StringBuilder();
    while (read.indexOf(text) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("closed after: " + read);
      }
      read.append((char) next);
    }
    return read.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
