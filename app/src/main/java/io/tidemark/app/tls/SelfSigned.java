package io.tidemark.app.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the replicas share: an authority, those before it that are still valid, and the leaf in use.
 *
 * @param earlier authorities that clients have to know as well, newest first; while the authority
 *     changes, the leaf is of the first of them
 * @param serving the leaf in use; null where somebody took it away, to have another made
 */
record SelfSigned(
    CertificateAuthority authority,
    List<X509Certificate> earlier,
    @Nullable ServingCertificate serving) {
  SelfSigned {
    earlier = List.copyOf(earlier);
  }

  /** What clients are to trust, newest first. */
  List<X509Certificate> trusted() {
    return Stream.concat(Stream.of(authority.certificate()), earlier.stream()).toList();
  }
}
