package io.tidemark.app.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RotationTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final Rotation rotation = rotation(List.of("tidemark"));
  private final SelfSigned first = rotation.first(START);

  @Test
  void aLeafIsKeptForTwoThirdsOfItsLife() {
    assertThat(rotation.withCurrentLeaf(first, day(59))).isEqualTo(first);
    SelfSigned renewed = rotation.withCurrentLeaf(first, day(61));
    assertThat(renewed.serving()).isNotEqualTo(first.serving());
    assertThat(serving(renewed).expiresAt()).isEqualTo(day(61 + 90));
    assertThat(renewed.authority()).isEqualTo(first.authority());
    assertThat(renewed.trusted()).isEqualTo(first.trusted());
  }

  @Test
  void aLeafIsRenewedWhenAServiceIsAddedAndNotWhenOneIsTakenAway() {
    Rotation two = rotation(List.of("tidemark", "webhook"));
    SelfSigned renewed = two.withCurrentLeaf(first, day(1));
    assertThat(renewed.serving()).isNotEqualTo(first.serving());
    assertThat(rotation.withCurrentLeaf(renewed, day(2))).isEqualTo(renewed);
  }

  @Test
  void aLeafThatIsMissingIsDue() {
    SelfSigned without = new SelfSigned(first.authority(), first.earlier(), null);
    assertThat(rotation.withCurrentLeaf(without, day(1)).serving()).isNotNull();
  }

  @Test
  void anAuthorityIsKeptWhileItCanSignTwoMoreLeaves() {
    assertThat(rotation.withCurrentAuthority(first, day(3650 - 181))).isEqualTo(first);
    assertThat(rotation.withCurrentAuthority(first, day(3650 - 179))).isNotEqualTo(first);
  }

  @Test
  void aNewAuthorityIsTrustedBesideTheOldOneBeforeItSignsALeaf() {
    SelfSigned changed = rotation.withCurrentAuthority(first, day(3500));
    assertThat(changed.serving()).isEqualTo(first.serving());
    assertThat(changed.trusted())
        .containsExactly(changed.authority().certificate(), first.authority().certificate());
    SelfSigned renewed = rotation.withCurrentLeaf(changed, day(3500));
    assertThat(renewed.serving()).isNotEqualTo(first.serving());
    assertThat(serving(renewed).leaf().getIssuerX500Principal())
        .isEqualTo(changed.authority().certificate().getSubjectX500Principal());
    assertThat(renewed.trusted()).isEqualTo(changed.trusted());
  }

  @Test
  void anAuthorityThatHasExpiredIsTrustedNoLonger() {
    SelfSigned changed = rotation.withCurrentAuthority(first, day(3500));
    SelfSigned late = rotation.withCurrentAuthority(changed, day(3500 + 3600));
    assertThat(late.trusted())
        .containsExactly(late.authority().certificate(), changed.authority().certificate());
  }

  private static ServingCertificate serving(SelfSigned content) {
    return Objects.requireNonNull(content.serving());
  }

  private static Instant day(int days) {
    return START.plus(Duration.ofDays(days));
  }

  private static Rotation rotation(List<String> services) {
    return new Rotation(
        new CertificateIssuer(new SecureRandom()),
        ServerNames.of(services, "gpu", List.of()),
        Duration.ofDays(90));
  }
}
