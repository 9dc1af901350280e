package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.tidemark.app.scheduling.Extender.FilterQuestion;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FilterArgsTest {
  @Test
  void namesAreReadInTheirOrder() throws Exception {
    FilterArgs args = read(Requests.byName("n2", "n1"));
    assertThat(args.candidates()).containsExactly("n2", "n1");
    FilterQuestion question = args.question();
    assertThat(question.pod().at("/metadata/uid").asText()).isEqualTo("u1");
    assertThat(question.nodeNames()).containsExactly("n2", "n1");
    assertThat(question.nodes()).isNull();
  }

  @Test
  void wholeNodesAreReadWithoutWhatSaysNothingOfDevices() throws Exception {
    String node =
        "{\"metadata\":{\"name\":\"n1\",\"managedFields\":[{\"manager\":\"m\"}],"
            + "\"annotations\":{\"k\":\"v\"}},\"status\":{\"images\":[{\"names\":[\"a\"]}],"
            + "\"allocatable\":{\"nvidia.com/gpu\":\"10\"}}}";
    FilterArgs args = read(Requests.whole(Requests.node("n0"), node));
    FilterQuestion question = args.question();
    assertThat(question.nodeNames()).isNull();
    assertThat(question.nodes()).hasSize(2);
    assertThat(question.nodes())
        .element(1)
        .hasToString(
            "{\"metadata\":{\"name\":\"n1\",\"annotations\":{\"k\":\"v\"}},"
                + "\"status\":{\"allocatable\":{\"nvidia.com/gpu\":\"10\"}}}");
    assertThat(args.candidates()).containsExactly("n0", "n1");
  }

  @Test
  void aWholeNodeCanBeGivenBackByteForByte() throws Exception {
    String odd =
        "{ \"metadata\" : {\"name\":\"n\u00e9\", \"x\": 1e3},\n\t\"u\":\"\\u0041\ud83d\ude80\" }";
    String last = Requests.node("n2");
    FilterArgs args = read(Requests.whole(odd, last));
    WholeNodes nodes = Objects.requireNonNull(args.nodes());
    assertThat(nodes.original(0)).isEqualTo(odd);
    assertThat(nodes.original(1)).isEqualTo(last);
  }

  @Test
  void ofNodesAndNamesItIsTheNodesThatAreAskedAbout() throws Exception {
    FilterArgs args =
        read(
            "{\"Pod\":{},\"NodeNames\":[\"n9\"],\"Nodes\":{\"items\":["
                + Requests.node("n1")
                + "]}}");
    assertThat(args.candidates()).containsExactly("n1");
    assertThat(args.nodeNames()).isNull();
  }

  @Test
  void aListWithoutItemsHasNone() throws Exception {
    assertThat(read("{\"Pod\":{},\"Nodes\":{\"metadata\":{},\"items\":null}}").candidates())
        .isEmpty();
    assertThat(read("{\"Pod\":{},\"Nodes\":{}}").candidates()).isEmpty();
    assertThat(read("{\"Pod\":{},\"NodeNames\":[]}").candidates()).isEmpty();
  }

  static Stream<Arguments> keys() {
    return Stream.of(
        argumentSet("as Go writes them", "{\"Pod\":{},\"NodeNames\":[\"n1\"]}"),
        argumentSet("lower case", "{\"pod\":{},\"nodenames\":[\"n1\"]}"),
        argumentSet("camel case", "{\"pod\":{},\"nodeNames\":[\"n1\"]}"),
        argumentSet("upper case", "{\"POD\":{},\"NODENAMES\":[\"n1\"]}"),
        argumentSet(
            "the last one counts", "{\"Pod\":{},\"NodeNames\":[\"x\"],\"nodenames\":[\"n1\"]}"),
        argumentSet(
            "the last one counts, exact or not",
            "{\"Pod\":{},\"nodenames\":[\"x\"],\"NodeNames\":[\"n1\"]}"),
        argumentSet(
            "a later null undoes",
            "{\"Pod\":{},\"Nodes\":{\"items\":[]},\"nodes\":null,\"NodeNames\":[\"n1\"]}"),
        argumentSet(
            "unknown ones are passed over",
            "{\"Extra\":{\"Pod\":null,\"a\":[1,{}]},\"Pod\":{},\"X\":[[]],\"NodeNames\":[\"n1\"],\"Y\":1}"));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keysAreReadAsGoReadsThem(String body) throws Exception {
    assertThat(read(body).candidates()).containsExactly("n1");
  }

  static Stream<Arguments> malformed() {
    String deep = "{\"Pod\":" + "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000) + "}";
    return Stream.of(
        argumentSet("nothing", "", "the request has no body"),
        argumentSet("blanks", " \n ", "the request has no body"),
        argumentSet("no JSON", "Pod", "the request is not JSON: Unrecognized token 'Pod'"),
        argumentSet(
            "cut off",
            "{\"Pod\":{\"metadata\":{",
            "the request is not JSON: Unexpected end-of-input"),
        argumentSet("a list", "[]", "the request: expected an object, found a list"),
        argumentSet("null", "null", "the request: expected an object, found null"),
        argumentSet("a text", "\"x\"", "the request: expected an object, found a string"),
        argumentSet(
            "goes on",
            "{\"Pod\":{},\"NodeNames\":[]} {}",
            "the request goes on after its JSON document"),
        argumentSet("null pod", "{\"Pod\":null,\"NodeNames\":[]}", "Pod: is missing"),
        argumentSet("no pod", "{\"NodeNames\":[]}", "Pod: is missing"),
        argumentSet(
            "a later null pod", "{\"Pod\":{},\"pod\":null,\"NodeNames\":[]}", "Pod: is missing"),
        argumentSet("the pod is a list", "{\"Pod\":[]}", "Pod: expected an object, found a list"),
        argumentSet("neither list", "{\"Pod\":{}}", "Nodes and NodeNames are both missing"),
        argumentSet(
            "both null",
            "{\"Pod\":{},\"Nodes\":null,\"NodeNames\":null}",
            "Nodes and NodeNames are both missing"),
        argumentSet(
            "names are a text",
            "{\"Pod\":{},\"NodeNames\":\"n1\"}",
            "NodeNames: expected a list of strings, found a string"),
        argumentSet(
            "a name is a number",
            "{\"Pod\":{},\"NodeNames\":[\"a\",1]}",
            "NodeNames[1]: expected a string, found a number"),
        argumentSet(
            "a name is null",
            "{\"Pod\":{},\"NodeNames\":[null]}",
            "NodeNames[0]: expected a string, found null"),
        argumentSet(
            "nodes are a list",
            "{\"Pod\":{},\"Nodes\":[]}",
            "Nodes: expected an object, found a list"),
        argumentSet(
            "items are an object",
            "{\"Pod\":{},\"Nodes\":{\"items\":{}}}",
            "Nodes.items: expected a list, found an object"),
        argumentSet(
            "an item is null",
            "{\"Pod\":{},\"Nodes\":{\"items\":[null]}}",
            "Nodes.items[0]: expected an object, found null"),
        argumentSet(
            "a node without name",
            "{\"Pod\":{},\"Nodes\":{\"items\":[{}]}}",
            "Nodes.items[0].metadata.name: is missing"),
        argumentSet("too deep", deep, "the request is not JSON: Document nesting depth"));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatCannotBeReadIsToldInOneLine(String body, String reason) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOf(UnreadableRequestException.class)
        .hasMessageStartingWith(reason)
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n").hasSizeLessThan(400));
  }

  private static FilterArgs read(String body) throws UnreadableRequestException {
    return FilterArgs.read(Requests.bytes(body));
  }
}
