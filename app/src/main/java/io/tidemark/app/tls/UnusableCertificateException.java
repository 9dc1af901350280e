package io.tidemark.app.tls;

/** A certificate or key that cannot be used; the message is one line that says where it is from. */
final class UnusableCertificateException extends Exception {
  private static final long serialVersionUID = 1;

  UnusableCertificateException(String message) {
    super(message);
  }
}
