package io.tidemark.app.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;

/** Certificates and keys as text. */
final class Pem {
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  private Pem() {}

  static String of(List<X509Certificate> certificates) {
    StringBuilder text = new StringBuilder();
    for (X509Certificate certificate : certificates) {
      try {
        block(text, "CERTIFICATE", certificate.getEncoded());
      } catch (CertificateEncodingException e) {
        throw new IllegalArgumentException(e);
      }
    }
    return text.toString();
  }

  /** In the form that every tool reads, PKCS #8. */
  static String of(PrivateKey key) {
    StringBuilder text = new StringBuilder();
    block(text, "PRIVATE KEY", key.getEncoded());
    return text.toString();
  }

  private static void block(StringBuilder text, String what, byte[] content) {
    text.append("-----BEGIN ").append(what).append("-----\n");
    text.append(LINES.encodeToString(content));
    text.append("\n-----END ").append(what).append("-----\n");
  }

  /**
   * At least one certificate.
   *
   * @param place names the origin in a message
   */
  static List<X509Certificate> certificates(String text, String place)
      throws UnusableCertificateException {
    List<X509Certificate> certificates = new ArrayList<>();
    try {
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(
                  new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))) {
        certificates.add((X509Certificate) certificate);
      }
    } catch (CertificateException e) {
      throw new UnusableCertificateException(place + ": not a PEM certificate");
    }
    if (certificates.isEmpty()) {
      throw new UnusableCertificateException(place + ": no PEM certificate in it");
    }
    return certificates;
  }

  /**
   * An RSA, EC or Ed25519 key as PKCS #8, PKCS #1 or SEC 1; not encrypted.
   *
   * @param place names the origin in a message
   */
  static PrivateKey privateKey(String text, String place) throws UnusableCertificateException {
    try (PEMParser parser = new PEMParser(new StringReader(text))) {
      for (Object block = parser.readObject(); block != null; block = parser.readObject()) {
        if (block instanceof PrivateKeyInfo key) {
          return privateKey(key);
        }
        if (block instanceof PEMKeyPair pair) {
          return privateKey(pair.getPrivateKeyInfo());
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      throw new UnusableCertificateException(place + ": not a private key that can be used");
    }
    throw new UnusableCertificateException(place + ": no unencrypted PEM private key in it");
  }

  private static PrivateKey privateKey(PrivateKeyInfo key)
      throws IOException, GeneralSecurityException {
    return KeyFactory.getInstance(algorithm(key.getPrivateKeyAlgorithm().getAlgorithm()))
        .generatePrivate(new PKCS8EncodedKeySpec(key.getEncoded()));
  }

  private static String algorithm(ASN1ObjectIdentifier id) throws GeneralSecurityException {
    if (id.equals(X9ObjectIdentifiers.id_ecPublicKey)) {
      return "EC";
    }
    if (id.equals(PKCSObjectIdentifiers.rsaEncryption)) {
      return "RSA";
    }
    if (id.equals(EdECObjectIdentifiers.id_Ed25519)) {
      return "Ed25519";
    }
    throw new GeneralSecurityException("key algorithm " + id);
  }
}
