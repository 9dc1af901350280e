package io.tidemark.app.tls;

import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How what the replicas share stands in a Secret: the keys of {@code kubernetes.io/tls} and two.
 */
final class SecretContent {
  /** All authorities to trust, newest first; what kube-scheduler is given as its caFile. */
  static final String AUTHORITIES = "ca.crt";

  static final String AUTHORITY_KEY = "ca.key";
  static final String CERTIFICATE = "tls.crt";
  static final String KEY = "tls.key";

  private static final List<String> ALL = List.of(AUTHORITIES, AUTHORITY_KEY, CERTIFICATE, KEY);

  private SecretContent() {}

  static Map<String, String> of(SelfSigned content) {
    ServingCertificate serving = content.serving();
    return Map.of(
        AUTHORITIES,
        base64(Pem.of(content.trusted())),
        AUTHORITY_KEY,
        base64(Pem.of(content.authority().key())),
        CERTIFICATE,
        serving == null ? "" : base64(Pem.of(serving.chain())),
        KEY,
        serving == null ? "" : base64(Pem.of(serving.key())));
  }

  /**
   * Empty where the Secret has none of the keys: somebody made it to be filled. Where only the leaf
   * and its key are missing, both of them, there is none: somebody wants another one.
   *
   * @param place names the Secret in a message
   */
  static Optional<SelfSigned> read(@Nullable Map<String, String> data, String place)
      throws UnusableCertificateException {
    if (data == null || ALL.stream().noneMatch(key -> filled(data, key))) {
      return Optional.empty();
    }
    List<X509Certificate> trusted =
        Pem.certificates(text(data, AUTHORITIES, place), place + " " + AUTHORITIES);
    PrivateKey authorityKey =
        Pem.privateKey(text(data, AUTHORITY_KEY, place), place + " " + AUTHORITY_KEY);
    ServingCertificate authority =
        ServingCertificate.of(
            authorityKey, trusted, place + " " + AUTHORITIES + " and " + AUTHORITY_KEY);
    return Optional.of(
        new SelfSigned(
            new CertificateAuthority(authorityKey, authority.leaf()),
            trusted.subList(1, trusted.size()),
            serving(data, place)));
  }

  private static @Nullable ServingCertificate serving(Map<String, String> data, String place)
      throws UnusableCertificateException {
    if (!filled(data, CERTIFICATE) && !filled(data, KEY)) {
      return null;
    }
    return ServingCertificate.of(
        Pem.privateKey(text(data, KEY, place), place + " " + KEY),
        Pem.certificates(text(data, CERTIFICATE, place), place + " " + CERTIFICATE),
        place + " " + CERTIFICATE + " and " + KEY);
  }

  private static boolean filled(Map<String, String> data, String key) {
    String value = data.get(key);
    return value != null && !value.isEmpty();
  }

  private static String text(Map<String, String> data, String key, String place)
      throws UnusableCertificateException {
    String value = data.get(key);
    if (value == null || value.isEmpty()) {
      throw new UnusableCertificateException(place + ": no " + key + " in it");
    }
    try {
      return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new UnusableCertificateException(place + " " + key + ": not base64");
    }
  }

  static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
