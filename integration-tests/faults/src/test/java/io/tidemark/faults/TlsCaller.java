package io.tidemark.faults;

import io.tidemark.faults.gate.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.cert.Certificate;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.HttpsURLConnection;

/** Calls an HTTPS endpoint with a whole handshake each time, and notes what it shows. */
final class TlsCaller {
  private final URI url;
  private final byte[] authority;
  private final Set<Certificate> leaves = ConcurrentHashMap.newKeySet();

  /**
   * @param authority PEM; nothing else is trusted
   */
  TlsCaller(URI url, byte[] authority) {
    this.url = url;
    this.authority = authority.clone();
  }

  /** Fails where the answer is not 200, or carries an error. */
  void post(String path, String json) {
    try {
      HttpsURLConnection connection =
          (HttpsURLConnection) url.resolve(path).toURL().openConnection();
      // A context of its own resumes no session, and the connection is used once.
      connection.setSSLSocketFactory(Trust.in(authority).getSocketFactory());
      connection.setRequestProperty("Connection", "close");
      connection.setRequestProperty("Content-Type", "application/json");
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(json.getBytes(StandardCharsets.UTF_8));
      }
      leaves.add(connection.getServerCertificates()[0]);
      try (InputStream in = connection.getInputStream()) {
        String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        if (connection.getResponseCode() != 200 || answer.contains("\"allowed\":false")) {
          throw new AssertionError(connection.getResponseCode() + " " + answer);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The different leaves that were shown. */
  Set<Certificate> leaves() {
    return Set.copyOf(leaves);
  }
}
