package io.tidemark.app.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificateIssuerTest {
  private static final Duration DAYS_90 = Duration.ofDays(90);

  private final Instant now = Instant.now();
  private final CertificateIssuer issuer = new CertificateIssuer(new SecureRandom());
  private final CertificateAuthority authority =
      issuer.newAuthority(now, Rotation.AUTHORITY_LIFETIME);
  private final ServerNames names =
      ServerNames.of(List.of("tidemark"), "gpu", List.of("scheduler.example", "10.0.0.7"));
  private final ServingCertificate leaf = issuer.issue(authority, names, now, DAYS_90);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tidemark",
        "tidemark.gpu",
        "tidemark.gpu.svc",
        "tidemark.gpu.svc.cluster.local",
        "localhost",
        "127.0.0.1",
        "::1",
        "scheduler.example",
        "10.0.0.7"
      })
  void aClientThatTrustsTheAuthorityReachesTheServerUnderEachOfItsNames(String name)
      throws Exception {
    assertThat(shake(leaf, authority, name, "TLSv1.3")).isEqualTo(leaf.leaf());
  }

  @Test
  void olderClientsReachItToo() throws Exception {
    assertThat(shake(leaf, authority, "tidemark.gpu.svc", "TLSv1.2")).isEqualTo(leaf.leaf());
  }

  @Test
  void anotherNameIsRefused() {
    assertThatThrownBy(() -> shake(leaf, authority, "tidemark.other.svc", "TLSv1.3"))
        .isInstanceOf(SSLHandshakeException.class)
        .hasMessageContaining("tidemark.other.svc");
  }

  @Test
  void aClientOfAnotherAuthorityRefuses() {
    CertificateAuthority other = issuer.newAuthority(now, Rotation.AUTHORITY_LIFETIME);
    assertThatThrownBy(() -> shake(leaf, other, "localhost", "TLSv1.3"))
        .isInstanceOf(SSLHandshakeException.class);
  }

  @Test
  void anExpiredLeafIsRefused() {
    ServingCertificate old =
        issuer.issue(authority, names, now.minus(Duration.ofDays(2)), Duration.ofDays(1));
    assertThatThrownBy(() -> shake(old, authority, "localhost", "TLSv1.3"))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void aServerWithoutACertificateFailsTheHandshake() {
    assertThatThrownBy(
            () ->
                Handshakes.shake(
                    new CurrentCertificate(),
                    Handshakes.trusting(List.of(authority.certificate())),
                    "localhost",
                    "TLSv1.3"))
        .isInstanceOf(SSLException.class);
  }

  @Test
  void anAuthorityLivesTenYearsAndSignsLeavesOnly() {
    X509Certificate certificate = authority.certificate();
    assertThat(certificate.getNotAfter().toInstant())
        .isBetween(now.plus(Duration.ofDays(3649)), now.plus(Duration.ofDays(3650)));
    assertThat(certificate.getBasicConstraints()).isZero();
    assertThat(leaf.leaf().getBasicConstraints()).isEqualTo(-1);
  }

  @Test
  void aLeafEndsWithItsAuthorityAtTheLatest() {
    CertificateAuthority ending = issuer.newAuthority(now, Duration.ofDays(30));
    assertThat(issuer.issue(ending, names, now, DAYS_90).leaf().getNotAfter())
        .isEqualTo(ending.certificate().getNotAfter());
  }

  @Test
  void aMachineWhoseClockIsAMinuteBehindAcceptsANewCertificate() {
    assertThat(leaf.leaf().getNotBefore().toInstant()).isBefore(now.minusSeconds(60));
    assertThat(authority.certificate().getNotBefore().toInstant()).isBefore(now.minusSeconds(60));
  }

  @Test
  void aCertificateCoversItsNamesHoweverAnAddressIsSpelled() {
    assertThat(names.coveredBy(leaf.leaf())).isTrue();
    assertThat(
            ServerNames.of(List.of("tidemark"), "gpu", List.of("0:0:0:0:0:0:0:1"))
                .coveredBy(leaf.leaf()))
        .isTrue();
    assertThat(
            ServerNames.of(List.of("tidemark", "webhook"), "gpu", List.of()).coveredBy(leaf.leaf()))
        .isFalse();
    assertThat(
            ServerNames.of(List.of("tidemark"), "gpu", List.of("10.0.0.8")).coveredBy(leaf.leaf()))
        .isFalse();
  }

  private static X509Certificate shake(
      ServingCertificate serving, CertificateAuthority trusted, String name, String protocol)
      throws Exception {
    CurrentCertificate server = new CurrentCertificate();
    server.replace(serving);
    return Handshakes.shake(
        server, Handshakes.trusting(List.of(trusted.certificate())), name, protocol);
  }
}
