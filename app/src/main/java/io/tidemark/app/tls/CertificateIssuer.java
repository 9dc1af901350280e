package io.tidemark.app.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes authorities and leaves, on the curve P-256, signed with ECDSA. */
final class CertificateIssuer {
  /** Machines whose clocks are behind by less accept a certificate as soon as it is made. */
  private static final Duration BACKDATED = Duration.ofMinutes(5);

  private static final int SERIAL_BITS = 127;

  private final SecureRandom random;

  CertificateIssuer(SecureRandom random) {
    this.random = random;
  }

  CertificateAuthority newAuthority(Instant now, Duration lifetime) {
    try {
      KeyPair keys = newKeys();
      BigInteger serial = newSerial();
      X500Name name = new X500Name("CN=Tidemark CA " + serial.toString(16).substring(0, 8));
      X509v3CertificateBuilder certificate =
          new JcaX509v3CertificateBuilder(
              name,
              serial,
              seconds(now.minus(BACKDATED)),
              seconds(now.plus(lifetime)),
              name,
              keys.getPublic());
      certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      certificate.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      certificate.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
      return new CertificateAuthority(keys.getPrivate(), signed(certificate, keys.getPrivate()));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate authority", e);
    }
  }

  /** A certificate for a server; it ends with its authority at the latest. */
  ServingCertificate issue(
      CertificateAuthority authority, ServerNames names, Instant now, Duration lifetime) {
    try {
      KeyPair keys = newKeys();
      X509Certificate above = authority.certificate();
      Date end = seconds(now.plus(lifetime));
      X509v3CertificateBuilder certificate =
          new JcaX509v3CertificateBuilder(
              above,
              newSerial(),
              seconds(now.minus(BACKDATED)),
              end.after(above.getNotAfter()) ? above.getNotAfter() : end,
              new X500Name("CN=tidemark"),
              keys.getPublic());
      addServerExtensions(certificate, names, keys.getPublic(), above);
      return new ServingCertificate(
          keys.getPrivate(), List.of(signed(certificate, authority.key())));
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate", e);
    }
  }

  private static void addServerExtensions(
      X509v3CertificateBuilder certificate, ServerNames names, PublicKey key, X509Certificate above)
      throws GeneralSecurityException, IOException {
    JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
    certificate.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    certificate.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    certificate.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    certificate.addExtension(
        Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key));
    certificate.addExtension(
        Extension.authorityKeyIdentifier, false, identifiers.createAuthorityKeyIdentifier(above));
    List<GeneralName> all = new ArrayList<>();
    names.dns().forEach(name -> all.add(new GeneralName(GeneralName.dNSName, name)));
    names.addresses().forEach(name -> all.add(new GeneralName(GeneralName.iPAddress, name)));
    certificate.addExtension(
        Extension.subjectAlternativeName, false, new GeneralNames(all.toArray(new GeneralName[0])));
  }

  private static X509Certificate signed(X509v3CertificateBuilder certificate, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            certificate.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
  }

  private KeyPair newKeys() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), random);
    return generator.generateKeyPair();
  }

  /** Never shorter than the eight digits that the authority's name takes from it. */
  private BigInteger newSerial() {
    return new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1);
  }

  private static Date seconds(Instant time) {
    return Date.from(time.truncatedTo(ChronoUnit.SECONDS));
  }
}
