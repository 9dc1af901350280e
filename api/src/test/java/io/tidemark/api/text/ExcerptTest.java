package io.tidemark.api.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExcerptTest {
  private static final String SIXTY = "0123456789".repeat(6);

  @Test
  void shouldShowATextOfSixtyCharactersInFull() {
    assertThat(Excerpt.of("")).isEmpty();
    assertThat(Excerpt.of(SIXTY)).isEqualTo(SIXTY);
  }

  @Test
  void shouldEndALongerTextWithThreeDotsWithinTheLimit() {
    assertThat(Excerpt.of(SIXTY + "x")).isEqualTo(SIXTY.substring(0, 57) + "...");
    assertThat(Excerpt.of("abcdefgh", 7)).isEqualTo("abcd...");
    assertThat(Excerpt.of("abcd", 3)).isEqualTo("...");
  }

  @Test
  void shouldPutTheQuotesOnTop() {
    assertThat(Excerpt.quoted(SIXTY)).isEqualTo('"' + SIXTY + '"');
  }

  @Test
  void shouldLeaveOutACharacterThatWouldBeCutInTwo() {
    String emoji = "\uD83D\uDE00";

    assertThat(Excerpt.of("abc" + emoji + "defg", 7)).isEqualTo("abc...");
    assertThat(Excerpt.of("ab" + emoji + "cdefg", 7)).isEqualTo("ab" + emoji + "...");
  }

  @ParameterizedTest
  @CsvSource({
    "0000, ?",
    "001b, ?",
    "007f, ?",
    "009b, ?",
    "202e, ?",
    "feff, ?",
    "d83d, ?",
    "de00, ?",
    "0009, ' '",
    "000a, ' '",
    "000d, ' '",
    "0085, ' '",
    "2028, ' '",
    "2029, ' '",
    "00e9, \u00e9",
    "4e2d, \u4e2d",
    "0020, ' '"
  })
  void shouldShowNothingThatATerminalWouldObey(String hexadecimal, String shown) {
    char character = (char) Integer.parseInt(hexadecimal, 16);

    assertThat(Excerpt.of("a" + character + "b")).isEqualTo("a" + shown + "b");
    assertThat(Excerpt.printable("a" + character + "b")).isEqualTo("a" + shown + "b");
  }
}
