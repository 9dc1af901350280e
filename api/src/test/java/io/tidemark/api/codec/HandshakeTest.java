package io.tidemark.api.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.model.Handshake;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Protocol, section 1.5, and HAMi#1839. */
class HandshakeTest {
  private static final Instant REQUESTED = Instant.parse("2030-01-31T12:00:05Z");

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "Reported_2030-01-31 12:00:05",
        "Reported 2030-01-31 12:00:05.123 +0000 UTC",
        "Deleted_2020-01-31 12:00:05",
        "Requesting",
        "Requesting_",
        "Requesting_soon",
        "Requesting_2030-01-31T12:00:05Z",
        "Requesting_2030-02-31 12:00:05",
        "Requesting_2030-01-31 24:00:00",
        "x_Requesting_2030-01-31 12:00:05"
      })
  void everythingButAReadableRequestIsASignOfLife(String text) {
    assertThat(HandshakeCodec.decode(text, ZoneOffset.UTC)).isEqualTo(Handshake.ALIVE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Requesting_2030-01-31 12:00:05", "Requesting_2030-01-31 12:00:05_x"})
  void aRequestCarriesItsTime(String text) {
    assertThat(HandshakeCodec.decode(text, ZoneOffset.UTC)).isEqualTo(new Handshake(REQUESTED));
  }

  @Test
  void theTimeIsInTheZoneOfTheSchedulerThatWroteIt() {
    assertThat(HandshakeCodec.decode("Requesting_2030-01-31 12:00:05", ZoneId.of("Asia/Tokyo")))
        .isEqualTo(new Handshake(Instant.parse("2030-01-31T03:00:05Z")));
  }

  static Stream<Arguments> ages() {
    return Stream.of(
        arguments("just asked, nothing offered", 0, 0L, false),
        arguments("exactly 60 s, nothing offered", 60, 0L, false),
        arguments("61 s, nothing offered", 61, 0L, true),
        arguments("61 s, the kubelet names no such resource", 61, null, true),
        arguments("61 s, the kubelet offers some", 61, 1L, false),
        arguments("a year, the kubelet offers some", 31_536_000, 10L, false),
        arguments("asked in the future", -3600, 0L, false));
  }

  @ParameterizedTest(name = "{0}: stale {3}")
  @MethodSource("ages")
  void aPluginIsGoneWhenItDoesNotAnswerAndTheKubeletOffersNothing(
      String age, int seconds, Long allocatable, boolean stale) {
    assertThat(new Handshake(REQUESTED).stale(REQUESTED.plusSeconds(seconds), allocatable))
        .isEqualTo(stale);
    assertThat(Handshake.ALIVE.stale(REQUESTED.plusSeconds(seconds), allocatable)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "t", "T", "TRUE", "true", "True"})
  void goTakesForTrue(String text) {
    assertThat(GoBool.parse(text)).contains(true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "f", "F", "FALSE", "false", "False"})
  void goTakesForFalse(String text) {
    assertThat(GoBool.parse(text)).contains(false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yes", "no", "tRUE", " true", "2", "on"})
  void goTakesForNeither(String text) {
    assertThat(GoBool.parse(text)).isEqualTo(Optional.empty());
  }
}
