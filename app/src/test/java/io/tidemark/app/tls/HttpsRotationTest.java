package io.tidemark.app.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The real server, whose certificate changes while clients come and stay. */
@QuarkusTest
@TestProfile(HttpsRotationTest.CertificateInFiles.class)
class HttpsRotationTest {
  public static final class CertificateInFiles implements QuarkusTestProfile {
    @Override
    public Map<String, String> getConfigOverrides() {
      try {
        Path directory = Files.createTempDirectory("tidemark-tls");
        return Map.of(
            "tidemark.tls.source", "files",
            "tidemark.tls.certificate", directory.resolve("tls.crt").toString(),
            "tidemark.tls.key", directory.resolve("tls.key").toString(),
            "tidemark.tls.reload-period", "20ms",
            "tidemark.leadership.enabled", "false");
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Inject ServingCertificates certificates;
  @Inject TlsConfig config;

  @TestHTTPResource(value = "/nothing-is-here", tls = true)
  @SuppressWarnings("NullAway.Init") // Quarkus sets it.
  URL url;

  private final CertificateIssuer issuer = new CertificateIssuer(new SecureRandom());
  private final CertificateAuthority authority =
      issuer.newAuthority(Instant.now(), Duration.ofDays(1));

  @BeforeEach
  void start() throws Exception {
    writeNewLeaf();
    certificates.start();
  }

  @AfterEach
  void stop() throws Exception {
    certificates.stop();
    Files.delete(certificateFile());
    Files.delete(keyFile());
  }

  @Test
  void noCallFailsWhileTheCertificateIsReplacedAgainAndAgain() throws Exception {
    Set<X509Certificate> seen = ConcurrentHashMap.newKeySet();
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    List<CompletableFuture<Void>> callers =
        List.of(callUntil(done, seen, calls, "TLSv1.3"), callUntil(done, seen, calls, "TLSv1.2"));
    try (SSLSocket stays = connect("TLSv1.3")) {
      call(stays);
      for (int i = 0; i < 8; i++) {
        X509Certificate written = writeNewLeaf();
        awaitSeen(seen, written, callers);
        awaitCalls(calls, 3 * (i + 1), callers);
      }
      call(stays);
    } finally {
      done.set(true);
    }
    callers.forEach(CompletableFuture::join);
    assertThat(seen).hasSizeGreaterThanOrEqualTo(9);
  }

  @Test
  void aBrokenFileChangesNothingAndTheNextGoodOneIsTaken() throws Exception {
    X509Certificate good = shown();
    replace(certificateFile(), "-----BEGIN CERTIFICATE-----\nbroken\n");
    Thread.sleep(200);
    assertThat(shown()).isEqualTo(good);
    X509Certificate next = writeNewLeaf();
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!shown().equals(next)) {
      assertThat(System.nanoTime()).isLessThan(deadline);
    }
    assertThat(certificates.expiresAt()).contains(next.getNotAfter().toInstant());
  }

  private CompletableFuture<Void> callUntil(
      AtomicBoolean done, Set<X509Certificate> seen, AtomicInteger calls, String protocol) {
    return CompletableFuture.runAsync(
        () -> {
          while (!done.get()) {
            try (SSLSocket socket = connect(protocol)) {
              seen.add(call(socket));
              calls.incrementAndGet();
            } catch (IOException e) {
              throw new AssertionError("call " + calls.get() + " failed", e);
            }
          }
        });
  }

  private static void awaitSeen(
      Set<X509Certificate> seen, X509Certificate written, List<CompletableFuture<Void>> callers)
      throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!seen.contains(written)) {
      callers.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
      assertThat(System.nanoTime()).as("seen within 30 s").isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  private static void awaitCalls(
      AtomicInteger calls, int number, List<CompletableFuture<Void>> callers)
      throws InterruptedException {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (calls.get() < number) {
      callers.stream().filter(CompletableFuture::isDone).forEach(CompletableFuture::join);
      assertThat(System.nanoTime()).as("%s calls within 30 s", number).isLessThan(deadline);
      Thread.sleep(5);
    }
  }

  private X509Certificate shown() throws IOException {
    try (SSLSocket socket = connect("TLSv1.3")) {
      return call(socket);
    }
  }

  private SSLSocket connect(String protocol) throws IOException {
    // A context keeps sessions; a client that resumes one is shown no certificate.
    SSLContext fresh = Handshakes.trusting(List.of(authority.certificate()));
    SSLSocket socket =
        (SSLSocket) fresh.getSocketFactory().createSocket("localhost", url.getPort());
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setProtocols(new String[] {protocol});
    socket.setSSLParameters(parameters);
    socket.setSoTimeout(10_000);
    return socket;
  }

  /** One request and its answer; the connection stays open. */
  private X509Certificate call(SSLSocket socket) throws IOException {
    OutputStream out = socket.getOutputStream();
    out.write(
        ("GET " + url.getPath() + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    out.flush();
    InputStream in = socket.getInputStream();
    byte[] answer = new byte[4096];
    int length = in.read(answer);
    assertThat(new String(answer, 0, Math.max(0, length), StandardCharsets.US_ASCII))
        .startsWith("HTTP/1.1 404");
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  private X509Certificate writeNewLeaf() throws IOException {
    ServingCertificate leaf =
        issuer.issue(
            authority,
            ServerNames.of(List.of("tidemark"), "gpu", List.of()),
            Instant.now(),
            Duration.ofHours(1));
    // Between the two writes the key is not the certificate's: the old pair stays in use.
    replace(keyFile(), Pem.of(leaf.key()));
    replace(certificateFile(), Pem.of(leaf.chain()));
    return leaf.leaf();
  }

  private static void replace(Path file, String content) throws IOException {
    Path next = Files.writeString(file.resolveSibling(file.getFileName() + ".next"), content);
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path certificateFile() {
    return config.certificate().orElseThrow();
  }

  private Path keyFile() {
    return config.key().orElseThrow();
  }
}
