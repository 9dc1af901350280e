package io.tidemark.app.tls;

import java.time.Clock;
import java.time.Instant;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * The certificate in the shared Secret. Reading it makes it where there is none, and renews it
 * where this process leads.
 */
final class SelfSignedCertificates implements CertificateSource {
  private static final Logger LOG = Logger.getLogger(SelfSignedCertificates.class);

  /** Who writes. */
  enum Writes {
    /** Nobody: a Secret that is not there is an error. */
    NEVER,
    /** Whoever comes first; after that the leader. */
    AS_NEEDED
  }

  /** Each time another was faster, and then what it wrote is there to be read. */
  private static final int ATTEMPTS = 5;

  private final SharedSecret secret;
  private final CaBundles bundles;
  private final Rotation rotation;
  private final Clock clock;
  private final BooleanSupplier leads;
  private final Writes writes;

  SelfSignedCertificates(
      SharedSecret secret,
      CaBundles bundles,
      Rotation rotation,
      Clock clock,
      BooleanSupplier leads,
      Writes writes) {
    this.secret = secret;
    this.bundles = bundles;
    this.rotation = rotation;
    this.clock = clock;
    this.leads = leads;
    this.writes = writes;
  }

  @Override
  public ServingCertificate read() throws UnusableCertificateException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      SharedSecret.Version version = secret.read();
      SelfSigned stored = version.content().orElse(null);
      ServingCertificate serving = stored == null ? null : stored.serving();
      if (stored == null) {
        makeFirst(version);
      } else if (serving == null) {
        makeLeaf(version, stored);
      } else if (writes == Writes.NEVER || !leads.getAsBoolean() || !renew(version, stored)) {
        return serving;
      }
    }
    throw new UnusableCertificateException(secret.place() + ": written by others again and again");
  }

  private void makeFirst(SharedSecret.Version version) throws UnusableCertificateException {
    mayWrite("there is none");
    if (secret.write(version, rotation.first(clock.instant()))) {
      LOG.infof("%s: made a certificate authority and a certificate", secret.place());
    }
  }

  /** Not only the leader does it: one that starts has no leaf to serve with until then. */
  private void makeLeaf(SharedSecret.Version version, SelfSigned stored)
      throws UnusableCertificateException {
    mayWrite("there is no certificate in it");
    if (secret.write(version, rotation.withNewLeaf(stored, clock.instant()))) {
      LOG.infof("%s: made another certificate, as there was none", secret.place());
    }
  }

  private void mayWrite(String missing) throws UnusableCertificateException {
    if (writes == Writes.NEVER) {
      throw new UnusableCertificateException(
          secret.place() + ": " + missing + ", and this process may not write");
    }
  }

  /**
   * @return true where the Secret was written, by us or by another
   */
  private boolean renew(SharedSecret.Version version, SelfSigned stored) {
    Instant now = clock.instant();
    SelfSigned next = rotation.withCurrentAuthority(stored, now);
    if (next.equals(stored) && bundles.keep(Pem.of(stored.trusted()))) {
      // A bundle that was written this time is used next time: API servers need a moment to see it.
      next = rotation.withCurrentLeaf(stored, now);
    }
    if (next.equals(stored)) {
      return false;
    }
    if (secret.write(version, next)) {
      LOG.infof(
          "%s: renewed the %s",
          secret.place(),
          next.authority().equals(stored.authority()) ? "certificate" : "certificate authority");
    }
    return true;
  }
}
