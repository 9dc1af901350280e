package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.scheduling.Extender.BindQuestion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BindArgsTest {
  private static final BindQuestion QUESTION = new BindQuestion("team-a", "train", "u1", "n1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"PodName\":\"train\",\"PodNamespace\":\"team-a\",\"PodUID\":\"u1\",\"Node\":\"n1\"}",
        "{\"podname\":\"train\",\"podnamespace\":\"team-a\",\"poduid\":\"u1\",\"node\":\"n1\"}",
        "{\"podName\":\"train\",\"podNamespace\":\"team-a\",\"podUid\":\"u1\",\"NODE\":\"n1\",\"x\":[]}",
        "{\"Node\":\"n0\",\"node\":\"n1\",\"PodName\":\"train\",\"PodNamespace\":\"team-a\",\"PodUID\":\"u1\"}"
      })
  void keysAreReadAsGoReadsThem(String body) throws Exception {
    assertThat(BindArgs.read(Requests.bytes(body))).isEqualTo(QUESTION);
  }

  @Test
  void theUidMayBeMissing() throws Exception {
    String body =
        "{\"PodName\":\"train\",\"PodNamespace\":\"team-a\",\"PodUID\":null,\"Node\":\"n1\"}";
    assertThat(BindArgs.read(Requests.bytes(body)).uid()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | PodNamespace: is missing",
        "{\"PodNamespace\":\"a\"} | PodName: is missing",
        "{\"PodNamespace\":\"a\",\"PodName\":\"b\"} | Node: is missing",
        "{\"PodNamespace\":\"a\",\"PodName\":\"b\",\"Node\":\"\"} | Node: is missing",
        "{\"PodNamespace\":\"a\",\"PodName\":\"b\",\"Node\":null} | Node: is missing",
        "{\"PodNamespace\":{}} | PodNamespace: expected a string, found an object",
        "{\"poduid\":7} | PodUID: expected a string, found a number",
        "[] | the request: expected an object, found a list"
      })
  void whatIsMissingOrWrongIsNamed(String body, String reason) {
    assertThatThrownBy(() -> BindArgs.read(Requests.bytes(body)))
        .isInstanceOf(UnreadableRequestException.class)
        .hasMessage(reason);
  }
}
