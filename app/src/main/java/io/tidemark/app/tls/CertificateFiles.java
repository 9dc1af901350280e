package io.tidemark.app.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A certificate that somebody else keeps up to date, as a mounted Secret of cert-manager. */
final class CertificateFiles implements CertificateSource {
  private final Path certificate;
  private final Path key;

  CertificateFiles(Path certificate, Path key) {
    this.certificate = certificate;
    this.key = key;
  }

  @Override
  public ServingCertificate read() throws UnusableCertificateException {
    return ServingCertificate.of(
        Pem.privateKey(text(key), key.toString()),
        Pem.certificates(text(certificate), certificate.toString()),
        certificate + " and " + key);
  }

  private static String text(Path file) throws UnusableCertificateException {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UnusableCertificateException("cannot read " + file + ": " + e);
    }
  }
}
