package io.tidemark.app.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Real handshakes by the JDK, whose client checks chain, validity and host name. */
final class Handshakes {
  private Handshakes() {}

  /** A client's context that trusts these authorities and nothing else. */
  static SSLContext trusting(List<X509Certificate> authorities) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("authority-" + i, authorities.get(i));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * One handshake under a name.
   *
   * @return the certificate that the server showed
   * @throws IOException where a side refuses
   */
  static X509Certificate shake(
      CurrentCertificate server, SSLContext client, String name, String protocol)
      throws IOException, GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(new KeyManager[] {server}, null, null);
    try (SSLServerSocket listener =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket accepted = listener.accept()) {
                  accepted.getInputStream().read();
                } catch (IOException expected) {
                  // The client says what went wrong.
                }
              });
      answering.start();
      try (Socket plain = new Socket(listener.getInetAddress(), listener.getLocalPort());
          SSLSocket socket =
              (SSLSocket)
                  client
                      .getSocketFactory()
                      .createSocket(plain, name, listener.getLocalPort(), true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return (X509Certificate) socket.getSession().getPeerCertificates()[0];
      }
    }
  }
}
