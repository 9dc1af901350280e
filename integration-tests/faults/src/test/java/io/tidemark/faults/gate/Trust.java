package io.tidemark.faults.gate;

import io.tidemark.controlplane.Cluster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS clients that trust one certificate authority and no other. */
public final class Trust {
  private Trust() {}

  /** Trusts the authority that a kubeconfig file carries. */
  public static SSLContext inAuthorityOf(Path kubeconfig) {
    return in(Base64.getDecoder().decode(Cluster.configuration(kubeconfig).getCaCertData()));
  }

  /** Trusts the certificates of a PEM file. */
  public static SSLContext in(byte[] pem) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))) {
        store.setCertificateEntry("ca" + number++, certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the authority cannot be read", e);
    }
  }
}
