package io.tidemark.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.api.bus.AdmissionMessages.PatchOperation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPatchTest {
  private static final String DOCUMENT =
      "{\"a\":{\"b\":1},\"list\":[1,2],\"x/y\":{\"~\":0},\"n\":null}";

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "add     | /a/c     | {\"a\":{\"b\":1,\"c\":9},\"list\":[1,2],\"x/y\":{\"~\":0},\"n\":null}",
        "add     | /a/b     | {\"a\":{\"b\":9},\"list\":[1,2],\"x/y\":{\"~\":0},\"n\":null}",
        "replace | /a/b     | {\"a\":{\"b\":9},\"list\":[1,2],\"x/y\":{\"~\":0},\"n\":null}",
        "replace | /n       | {\"a\":{\"b\":1},\"list\":[1,2],\"x/y\":{\"~\":0},\"n\":9}",
        "add     | /list/-  | {\"a\":{\"b\":1},\"list\":[1,2,9],\"x/y\":{\"~\":0},\"n\":null}",
        "add     | /list/0  | {\"a\":{\"b\":1},\"list\":[9,1,2],\"x/y\":{\"~\":0},\"n\":null}",
        "add     | /list/2  | {\"a\":{\"b\":1},\"list\":[1,2,9],\"x/y\":{\"~\":0},\"n\":null}",
        "replace | /list/1  | {\"a\":{\"b\":1},\"list\":[1,9],\"x/y\":{\"~\":0},\"n\":null}",
        "replace | /x~1y/~0 | {\"a\":{\"b\":1},\"list\":[1,2],\"x/y\":{\"~\":9},\"n\":null}",
      })
  void operationsFollowRfc6902(String op, String path, String expected) {
    JsonNode document = json(DOCUMENT);

    JsonNode patched = JsonPatch.apply(document, List.of(operation(op, path)));

    assertThat(patched).isEqualTo(json(expected));
    assertThat(document).isEqualTo(json(DOCUMENT));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "add     | ''        | the whole document cannot be patched",
        "add     | a         | a JSON pointer starts with /",
        "add     | /x~2y     | a ~ in a JSON pointer is written ~0",
        "add     | /x~       | a ~ in a JSON pointer is written ~0",
        "add     | /z/c      | no object or list at z",
        "add     | /a/b/c    | no object or list at b",
        "add     | /n/c      | no object or list at n",
        "add     | /list/3   | no element 3 in a list up to 2",
        "add     | /list/01  | no element 01 in a list up to 2",
        "add     | /list/-1  | no element -1 in a list up to 2",
        "replace | /list/2   | no element 2 in a list up to 1",
        "replace | /list/-   | no element - in a list up to 1",
        "replace | /list/x/y | no element x in a list up to 1",
        "replace | /a/c      | nothing to replace",
        "remove  | /a/b      | unknown operation",
      })
  void anOperationThatCannotBeAppliedIsRefused(String op, String path, String reason) {
    assertThatThrownBy(() -> JsonPatch.apply(json(DOCUMENT), List.of(operation(op, path))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s %s: %s", op, path, reason);
  }

  @Test
  void laterOperationsDoNotReachIntoEarlierOnes() {
    PatchOperation first = new PatchOperation("add", "/env", json("[1]"));
    PatchOperation second = new PatchOperation("add", "/env/-", json("2"));

    assertThat(JsonPatch.apply(json("{}"), List.of(first, second)))
        .isEqualTo(json("{\"env\":[1,2]}"));
    assertThat(first.value()).isEqualTo(json("[1]"));
  }

  private static PatchOperation operation(String op, String path) {
    return new PatchOperation(op, path, json("9"));
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
