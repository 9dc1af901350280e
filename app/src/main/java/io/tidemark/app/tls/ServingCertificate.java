package io.tidemark.app.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * What the server shows in a handshake, and the key that proves it.
 *
 * @param chain the leaf first, never empty
 */
record ServingCertificate(PrivateKey key, List<X509Certificate> chain) {
  ServingCertificate {
    chain = List.copyOf(chain);
  }

  X509Certificate leaf() {
    return chain.get(0);
  }

  Instant expiresAt() {
    return leaf().getNotAfter().toInstant();
  }

  /**
   * @param place names the origin in a message
   */
  static ServingCertificate of(PrivateKey key, List<X509Certificate> chain, String place)
      throws UnusableCertificateException {
    ServingCertificate certificate = new ServingCertificate(key, chain);
    if (!certificate.keyBelongs()) {
      throw new UnusableCertificateException(place + ": the key is not the certificate's");
    }
    return certificate;
  }

  private boolean keyBelongs() {
    byte[] probe = {1};
    try {
      Signature signature = Signature.getInstance(signatureAlgorithm());
      signature.initSign(key);
      signature.update(probe);
      byte[] signed = signature.sign();
      signature.initVerify(leaf().getPublicKey());
      signature.update(probe);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private String signatureAlgorithm() {
    return switch (key.getAlgorithm()) {
      case "EC" -> "SHA256withECDSA";
      case "RSA" -> "SHA256withRSA";
      default -> key.getAlgorithm();
    };
  }
}
