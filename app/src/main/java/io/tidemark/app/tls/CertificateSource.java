package io.tidemark.app.tls;

/** Where certificates come from. Called by one thread at a time. */
interface CertificateSource {
  /**
   * The certificate as it is now.
   *
   * @throws UnusableCertificateException where it cannot be read
   */
  ServingCertificate read() throws UnusableCertificateException;
}
