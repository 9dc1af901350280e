package io.tidemark.app.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CertificateFilesTest {
  @TempDir Path directory;

  @ParameterizedTest(name = "{0} as {1}")
  @CsvSource({
    "EC, PKCS8, SHA256withECDSA, PRIVATE KEY",
    "EC, SEC1, SHA256withECDSA, EC PRIVATE KEY",
    "RSA, PKCS8, SHA256withRSA, PRIVATE KEY",
    "RSA, PKCS1, SHA256withRSA, RSA PRIVATE KEY",
    "Ed25519, PKCS8, Ed25519, PRIVATE KEY"
  })
  void keysAreReadAsCertManagerAndOpensslWriteThem(
      String algorithm, String form, String signature, String header) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
    if (algorithm.equals("EC")) {
      generator.initialize(new ECGenParameterSpec("secp256r1"));
    }
    KeyPair keys = generator.generateKeyPair();
    String text = pem(keys.getPrivate(), form);
    assertThat(text).contains("-----BEGIN " + header + "-----");
    X500Name name = new X500Name("CN=localhost");
    var certificate =
        new JcaX509CertificateConverter()
            .getCertificate(
                new JcaX509v3CertificateBuilder(
                        name,
                        BigInteger.ONE,
                        new Date(),
                        Date.from(Instant.now().plusSeconds(3600)),
                        name,
                        keys.getPublic())
                    .build(new JcaContentSignerBuilder(signature).build(keys.getPrivate())));
    write(Pem.of(List.of(certificate)), text);
    ServingCertificate serving = files().read();
    assertThat(serving.leaf()).isEqualTo(certificate);
    CurrentCertificate server = new CurrentCertificate();
    server.replace(serving);
    assertThat(
            Handshakes.shake(
                server, Handshakes.trusting(List.of(certificate)), "localhost", "TLSv1.3"))
        .isEqualTo(certificate);
  }

  @Test
  void aChainIsReadWhole() throws Exception {
    CertificateIssuer issuer = new CertificateIssuer(new SecureRandom());
    CertificateAuthority authority = issuer.newAuthority(Instant.now(), Duration.ofDays(1));
    ServingCertificate leaf = leaf(issuer, authority);
    write(Pem.of(List.of(leaf.leaf(), authority.certificate())), Pem.of(leaf.key()));
    assertThat(files().read().chain()).containsExactly(leaf.leaf(), authority.certificate());
  }

  @Test
  void whatCannotBeUsedIsNamedInOneLine() throws Exception {
    CertificateIssuer issuer = new CertificateIssuer(new SecureRandom());
    CertificateAuthority authority = issuer.newAuthority(Instant.now(), Duration.ofDays(1));
    ServingCertificate one = leaf(issuer, authority);
    ServingCertificate other = leaf(issuer, authority);
    write(Pem.of(one.chain()), Pem.of(one.key()));
    Path missing = directory.resolve("missing.pem");
    assertRefused(new CertificateFiles(missing, keyFile()), "cannot read " + missing);
    write("nonsense", Pem.of(one.key()));
    assertRefused(files(), certificateFile().toString());
    write("", Pem.of(one.key()));
    assertRefused(files(), certificateFile() + ": no PEM certificate in it");
    write(Pem.of(one.chain()), "nonsense");
    assertRefused(files(), keyFile() + ": no unencrypted PEM private key in it");
    write(Pem.of(one.chain()), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    assertRefused(files(), keyFile() + ": not a private key that can be used");
    write(Pem.of(one.chain()), Pem.of(other.key()));
    assertRefused(
        files(), certificateFile() + " and " + keyFile() + ": the key is not the certificate's");
  }

  private static String pem(PrivateKey key, String form) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      if (form.equals("SEC1")) {
        // As openssl writes it: the curve in a block of its own and in the key.
        ASN1ObjectIdentifier curve = SECObjectIdentifiers.secp256r1;
        writer.writeObject(new PemObject("EC PARAMETERS", curve.getEncoded()));
        BigInteger secret = ((ECPrivateKey) key).getS();
        writer.writeObject(
            new PemObject(
                "EC PRIVATE KEY",
                new org.bouncycastle.asn1.sec.ECPrivateKey(256, secret, curve).getEncoded()));
      } else {
        writer.writeObject(form.equals("PKCS8") ? new JcaPKCS8Generator(key, null) : key);
      }
    }
    return text.toString();
  }

  private static ServingCertificate leaf(CertificateIssuer issuer, CertificateAuthority authority) {
    return issuer.issue(
        authority,
        ServerNames.of(List.of("tidemark"), "gpu", List.of()),
        Instant.now(),
        Duration.ofHours(1));
  }

  private static void assertRefused(CertificateFiles files, String message) {
    assertThatThrownBy(files::read)
        .isInstanceOf(UnusableCertificateException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("\n");
  }

  private CertificateFiles files() {
    return new CertificateFiles(certificateFile(), keyFile());
  }

  private void write(String certificateText, String keyText) throws IOException {
    Files.writeString(certificateFile(), certificateText);
    Files.writeString(keyFile(), keyText);
  }

  private Path certificateFile() {
    return directory.resolve("tls.crt");
  }

  private Path keyFile() {
    return directory.resolve("tls.key");
  }
}
