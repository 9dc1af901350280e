package io.tidemark.app.tls;

import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * When authority and leaf are renewed. An authority comes first, alone; its first leaf follows once
 * every client knows it.
 */
final class Rotation {
  /** Long, since kube-scheduler reads its extender's authority once, at its start. */
  static final Duration AUTHORITY_LIFETIME = Duration.ofDays(10 * 365);

  /** What common clients accept. */
  static final Duration LONGEST_LEAF = Duration.ofDays(825);

  /** An authority is replaced while it can still sign leaves of full length. */
  private static final int LEAVES_LEFT = 2;

  private final CertificateIssuer issuer;
  private final ServerNames names;
  private final Duration leafLifetime;

  Rotation(CertificateIssuer issuer, ServerNames names, Duration leafLifetime) {
    this.issuer = issuer;
    this.names = names;
    this.leafLifetime = leafLifetime;
  }

  SelfSigned first(Instant now) {
    CertificateAuthority authority = issuer.newAuthority(now, AUTHORITY_LIFETIME);
    return new SelfSigned(authority, List.of(), issuer.issue(authority, names, now, leafLifetime));
  }

  /** The same with a new authority where the present one is near its end; else equal. */
  SelfSigned withCurrentAuthority(SelfSigned stored, Instant now) {
    Instant last = stored.authority().certificate().getNotAfter().toInstant();
    if (now.isBefore(last.minus(leafLifetime.multipliedBy(LEAVES_LEFT)))) {
      return stored;
    }
    List<X509Certificate> earlier =
        stored.trusted().stream().filter(it -> now.isBefore(it.getNotAfter().toInstant())).toList();
    return new SelfSigned(issuer.newAuthority(now, AUTHORITY_LIFETIME), earlier, stored.serving());
  }

  /**
   * The same with a new leaf where one is due; else equal. Only to be called once clients trust the
   * authority.
   */
  SelfSigned withCurrentLeaf(SelfSigned stored, Instant now) {
    return leafIsCurrent(stored, now) ? stored : withNewLeaf(stored, now);
  }

  /** The same with a new leaf. Only to be called where clients trust the authority. */
  SelfSigned withNewLeaf(SelfSigned stored, Instant now) {
    return new SelfSigned(
        stored.authority(),
        stored.earlier(),
        issuer.issue(stored.authority(), names, now, leafLifetime));
  }

  private boolean leafIsCurrent(SelfSigned stored, Instant now) {
    ServingCertificate serving = stored.serving();
    if (serving == null) {
      return false;
    }
    X509Certificate leaf = serving.leaf();
    Instant from = leaf.getNotBefore().toInstant();
    Duration life = Duration.between(from, leaf.getNotAfter().toInstant());
    return now.isBefore(from.plus(life.multipliedBy(2).dividedBy(3)))
        && isOf(leaf, stored.authority().certificate())
        && names.coveredBy(leaf);
  }

  private static boolean isOf(X509Certificate leaf, X509Certificate authority) {
    try {
      leaf.verify(authority.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
