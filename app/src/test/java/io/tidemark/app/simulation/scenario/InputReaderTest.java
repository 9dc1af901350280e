package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.fixture.Families;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputReaderTest {
  private static final String NODE = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";

  @TempDir Path folder;

  @Test
  void shouldMakeOneClusterOfAllFilesWhereNoneHasAScenario() throws InputException {
    String first = file("a.yaml", NODE);
    String second = file("b.yaml", pod("web"));

    InputReader.Input input = read(first, second);

    assertThat(input.notes()).isEmpty();
    assertThat(input.simulations()).hasSize(1);
    SimulationInput only = input.simulations().get(0);
    assertThat(only.name()).isEqualTo(first + "," + second);
    assertThat(only.steps()).isNull();
    assertThat(names(only)).containsExactly("Node n1", "Pod default/web");
  }

  @Test
  void shouldMakeAClusterOfEachFileWithAScenarioAndAddTheOtherFilesToEach() throws InputException {
    String one = file("one.yaml", pod("one") + "---\n" + scenario("first"));
    String common = file("common.yaml", NODE);
    String two = file("two.yaml", scenario("second") + "---\n" + pod("two"));

    List<SimulationInput> simulations = read(one, common, two).simulations();

    assertThat(simulations).extracting(SimulationInput::name).containsExactly("first", "second");
    assertThat(names(simulations.get(0))).containsExactly("Pod default/one", "Node n1");
    assertThat(names(simulations.get(1))).containsExactly("Node n1", "Pod default/two");
    assertThat(simulations).allSatisfy(input -> assertThat(input.steps()).isEmpty());
  }

  @Test
  void shouldLetFilesWithScenariosUseTheSameNames() throws InputException {
    String one = file("one.yaml", NODE + "---\n" + scenario("first"));
    String two = file("two.yaml", NODE + "---\n" + scenario("second"));

    assertThat(read(one, two).simulations()).hasSize(2);
  }

  @Test
  void shouldNameBothPlacesWhereAnObjectComesTwiceInOneCluster() {
    String common = file("common.yaml", NODE);
    String one = file("one.yaml", pod("p") + "---\n" + scenario("s") + "---\n" + NODE);

    assertThatThrownBy(() -> read(common, one))
        .isInstanceOf(InputException.class)
        .hasMessage(one + ":10 (document 3): Node n1 is already at " + common + ":1 (document 1)");
  }

  @Test
  void shouldReadStandardInputAsOneOfTheFiles() throws InputException {
    String file = file("a.yaml", NODE);

    InputReader.Input input =
        new InputReader(Families.BUNDLED).read(List.of(file, "-"), () -> stream(pod("web")));

    assertThat(input.simulations().get(0).name()).isEqualTo(file + ",-");
    assertThat(input.simulations().get(0).objects().get(1).place())
        .isEqualTo("stdin:1 (document 1)");
  }

  @Test
  void shouldRefuseToReadStandardInputTwice() {
    assertThatThrownBy(() -> read("-", "-"))
        .isInstanceOf(InputException.class)
        .hasMessage("standard input (-) can be read only once");
  }

  @Test
  void shouldNotAskForStandardInputWhereNoFileIsIt() throws InputException {
    assertThat(read(file("a.yaml", NODE)).simulations()).hasSize(1);
  }

  @Test
  void shouldRefuseWhatIsNoReadableFile() throws IOException {
    String missing = folder.resolve("missing.yaml").toString();
    String binary = folder.resolve("binary.yaml").toString();
    Files.write(Path.of(binary), new byte[] {(byte) 0xff, (byte) 0xfe, 0});

    assertThatThrownBy(() -> read()).hasMessage("no input files");
    assertThatThrownBy(() -> read(missing)).hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> read(folder.toString()))
        .hasMessage(folder + ": cannot be read: Is a directory");
    assertThatThrownBy(() -> read(binary)).hasMessage(binary + ": is no UTF-8 text");
    assertThatThrownBy(() -> read("a\0b")).hasMessage("a\0b: is no file name");
  }

  @Test
  void shouldRefuseAnEmptyFileBesideAGoodOne() {
    String good = file("good.yaml", NODE);
    String empty = file("empty.yaml", "");

    assertThatThrownBy(() -> read(good, empty)).hasMessage(empty + ": has no documents");
  }

  @Test
  void shouldKeepTheMessageInOneLineWhateverTheFileIsNamed() {
    assertThatThrownBy(() -> read("no\nsuch")).hasMessage("no such: no such file");
  }

  @Test
  void shouldExpandListsAndCountWhatItSkips() throws InputException {
    String list =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: Node, metadata: {name: n1}}
        - {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}}
        - {apiVersion: v1, kind: Service, metadata: {name: a}}
        - {apiVersion: apps/v1, kind: Deployment, metadata: {name: b}}
        - {apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Pod, metadata: {name: inner}}]}
        - {apiVersion: metrics.example/v1, kind: Node, metadata: {name: n1}}
        metadata: {resourceVersion: ""}
        """;

    InputReader.Input input = Inputs.read(list);

    assertThat(names(input.simulations().get(0))).containsExactly("Node n1", "Pod default/inner");
    assertThat(input.notes())
        .containsExactly("skipped 4 objects of kinds Deployment (2), Node (1), Service (1)");
  }

  @Test
  void shouldSayObjectAndKindOfOneThatItSkips() throws InputException {
    InputReader.Input input =
        Inputs.read("apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Event}]\n");

    assertThat(input.notes()).containsExactly("skipped 1 object of kind Event (1)");
  }

  @Test
  void shouldGiveItemsOfAListOfOneKindTheirKind() throws InputException {
    InputReader.Input input =
        Inputs.read("apiVersion: v1\nkind: PodList\nitems: [{metadata: {name: a}}]\n");

    KubeObject pod = input.simulations().get(0).objects().get(0);
    assertThat(pod.kind()).isEqualTo("Pod");
    assertThat(pod.json().path("kind").asText()).isEqualTo("Pod");
    assertThat(pod.json().path("apiVersion").asText()).isEqualTo("v1");
  }

  @Test
  void shouldTakeAListWithoutItemsAsADocumentWithoutObjects() throws InputException {
    assertThat(Inputs.read("kind: List\nitems: null\n").simulations().get(0).objects()).isEmpty();
    assertThat(Inputs.read("kind: List\nitems: []\n").simulations().get(0).objects()).isEmpty();
  }

  @Test
  void shouldReadAllKinds() throws InputException {
    InputReader.Input input =
        Inputs.read(
            Inputs.CLUSTER
                + """
                apiVersion: v1
                kind: Namespace
                metadata: {name: team-a}
                ---
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: high}
                value: 1000
                globalDefault: true
                """);

    assertThat(names(input.simulations().get(0)))
        .containsExactly(
            "Node n1",
            "Pod team-a/train",
            "Pod team-a/placed",
            "ResourceQuota team-a/gpus",
            "Namespace team-a",
            "PriorityClass high");
  }

  @Test
  void shouldReadStreamsOfJson() throws InputException {
    String node =
        "{\n\t\"apiVersion\": \"v1\", \"kind\": \"Node\",\n\t\"metadata\": {\"name\": \"%s\"}\n}";

    InputReader.Input three =
        Inputs.read(node.formatted("a") + "\n" + node.formatted("b") + node.formatted("c"));

    List<KubeObject> nodes = three.simulations().get(0).objects();
    assertThat(nodes).extracting(KubeObject::name).containsExactly("a", "b", "c");
    assertThat(nodes.get(1).place()).isEqualTo("stdin:5 (document 2)");
  }

  @Test
  void shouldReadWhateverAJsonStringHolds() throws InputException {
    String text =
        "{\"apiVersion\": \"v1\", \"kind\": \"Node\", \"metadata\": {\"name\": \"a\", \"annotations\": "
            + "{\"k\": \"\\\"}{\\\\ \\/ \\t \\u00e9 \\ud83d\\ude00 # - :\"}}}";

    KubeObject node = Inputs.read(text).simulations().get(0).objects().get(0);

    assertThat(node.json().path("metadata").path("annotations").path("k").asText())
        .isEqualTo("\"}{\\ / \t \u00e9 \ud83d\ude00 # - :");
  }

  @Test
  void shouldReadAnchorsMergesCommentsAndAByteOrderMark() throws InputException {
    InputReader.Input input =
        Inputs.read(
            """
            \uFEFF# a cluster
            apiVersion: v1
            kind: List
            items:
            - &node {apiVersion: v1, kind: Node, metadata: {name: n1}}
            - <<: *node
              metadata: {name: n2}
            """);

    assertThat(names(input.simulations().get(0))).containsExactly("Node n1", "Node n2");
  }

  @Test
  void shouldReadFilesBeyondTheUsualLimitsOfYamlParsers() throws InputException {
    String line = "    note-%06d: " + "x".repeat(200) + "\n";
    StringBuilder text = new StringBuilder("apiVersion: v1\nkind: Node\nmetadata:\n  name: n1\n");
    text.append("  annotations:\n");
    IntStream.range(0, 20_000).forEach(i -> text.append(line.formatted(i)));

    assertThat(Inputs.read(text.toString()).simulations().get(0).objects()).hasSize(1);
  }

  @Test
  void shouldIgnoreUnknownFieldsOfKubernetesObjectsAndWhatAnnotationsSay() throws InputException {
    InputReader.Input input =
        Inputs.read(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: n1, annotations: {hami.io/node-nvidia-register: "[broken"}}
            spec: {brandNew: {field: [1]}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, annotations: {hami.io/vgpu-devices-allocated: "broken"}}
            spec:
              nodeName: n1
              brandNew: 1
              containers: [{name: c, resources: {limits: {nvidia.com/gpu: 1}}}]
            """);

    assertThat(input.simulations().get(0).objects()).hasSize(2);
  }

  @Test
  void shouldReadObjectsWithAndWithoutTheirUid() throws InputException {
    InputReader.Input input =
        Inputs.read(
            "apiVersion: v1\nkind: Pod\nmetadata: {name: a, uid: u-1}\n---\n"
                + "apiVersion: v1\nkind: Pod\nmetadata: {name: b, uid: null}\n");

    assertThat(input.simulations().get(0).objects())
        .extracting(object -> object.json().path("metadata").path("uid").asText(""))
        .containsExactly("u-1", "");
  }

  private InputReader.Input read(String... files) throws InputException {
    return new InputReader(Families.BUNDLED)
        .read(
            Arrays.asList(files),
            () -> {
              throw new AssertionError("standard input is not asked for");
            });
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private String file(String name, String text) {
    try {
      return Files.writeString(folder.resolve(name), text).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pod(String name) {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name + "}\n";
  }

  private static String scenario(String name) {
    return "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: "
        + name
        + "}\nspec: {steps: []}\n";
  }

  private static List<String> names(SimulationInput input) {
    return input.objects().stream()
        .map(
            object ->
                object.kind()
                    + " "
                    + (object.namespace().isEmpty() ? "" : object.namespace() + "/")
                    + object.name())
        .toList();
  }
}
