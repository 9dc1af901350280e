package io.tidemark.controlplane;

import io.tidemark.controlplane.process.ManagedProcess;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Asks health endpoints on loopback. Their certificates are self-signed, some only in memory. */
final class Readiness {
  private static final long POLL_NANOS = 50_000_000;
  private static final int TIMEOUT_MILLIS = 2_000;
  private static final SSLSocketFactory TRUSTING = trusting();

  private Readiness() {}

  static void await(ManagedProcess process, URI ready, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (!answersOk(ready)) {
      if (!process.isRunning()) {
        throw new AssertionError(process.name() + " ended; " + process.tail());
      }
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError(
            process.name() + " is not ready after " + patience + "; " + process.tail());
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static boolean answersOk(URI uri) {
    try {
      HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
      if (connection instanceof HttpsURLConnection https) {
        https.setSSLSocketFactory(TRUSTING);
        https.setHostnameVerifier((host, session) -> true);
      }
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    } catch (IOException e) {
      return false;
    }
  }

  private static SSLSocketFactory trusting() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustEverything()}, new SecureRandom());
      return context.getSocketFactory();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class TrustEverything implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
