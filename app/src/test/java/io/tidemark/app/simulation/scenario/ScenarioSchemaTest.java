package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tidemark.api.yaml.YamlDocument;
import io.tidemark.api.yaml.YamlFormatException;
import io.tidemark.api.yaml.YamlReader;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The published schema and the reader say the same of a Scenario's structure. Names are the
 * reader's alone, so the documents here use only names that exist.
 */
class ScenarioSchemaTest {
  private static final Path FILE = Path.of("..", "docs", "scenario.schema.json");
  private static final Schema SCHEMA = schema();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{create: {pod: team-a/train}}",
        "{create: {pod: team-a/train, as: other}}",
        "{create: {pod: team-a/train, as: team-b/other, count: 3}}",
        "{create: {pod: team-a/train, count: 1}}",
        "{retry: {pod: team-a/train}}",
        "{filter: {pod: team-a/train}}",
        "{bind: {pod: team-a/train}}",
        "{start: {pod: team-a/train, container: prepare}}",
        "{finish: {pod: team-a/train, container: prepare}}",
        "{finish: {pod: team-a/train, container: prepare, exitCode: 137}}",
        "{finish: {pod: team-a/train, container: prepare, exitCode: -1}}",
        "{succeed: {pod: team-a/train}}",
        "{fail: {pod: team-a/train}}",
        "{sandbox: {pod: team-a/train}}",
        "{status: {pod: team-a/train, status: {phase: Running, anything: 1}}}",
        "{status: {pod: team-a/train, status: {}}}",
        "{apply: {apiVersion: v1, kind: Node, metadata: {name: n2, uid: u}, status: {}}}",
        "{apply: {apiVersion: v1, kind: Namespace, metadata: {name: n2}}}",
        "{apply: {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: p}, value: 1}}",
        "{remove: {kind: Node, name: n1}}",
        "{remove: {kind: Pod, name: train, namespace: team-a}}",
        "{redeliver: {pod: team-a/train}}",
        "{restart: {}}",
        "{advance: 6m}",
        "{advance: 1h30m0.5s}",
        "{advance: .5h}",
        "{expect: {pod: team-a/train, decision: Bound}}",
        "{expect: {pod: team-a/train, node: n1, reason: x, allocation: ';', wouldFitAfter: y}}",
        "{expect: {pod: team-a/train, devices: []}}",
        "{expect: {pod: team-a/train, devices: [GPU-0, GPU-1], allocation: {NVIDIA: ';'}}}",
        "{expect: {node: n1, device: GPU-0, memory: 0}}",
        "{expect: {node: n1, device: GPU-0, memory: 20480, cores: 150, slots: 1}}",
        "{expect: {node: n1, device: GPU-0, overcommitted: false}}",
        "{expect: {namespace: anywhere, resource: nvidia.com/gpumem, used: 1}}",
        "{expect: {namespace: anywhere, resource: nvidia.com/gpumem, limit: none}}",
        "{expect: {quota: team-a/gpus, resource: nvidia.com/gpumem, used: 1, limit: 24000}}",
        "{expect: {ledger: clean}}",
      })
  void shouldBothTakeTheStep(String step) throws YamlFormatException {
    String text = Inputs.scenario(step);

    assertThat(Inputs.refusal(text)).isEqualTo("read without an error");
    assertThat(schemaErrors(text)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "restart",
        "null",
        "[]",
        "{}",
        "{restart: {}, advance: 6m}",
        "{reboot: {}}",
        "{create: {}}",
        "{create: null}",
        "{create: team-a/train}",
        "{create: {pod: null}}",
        "{create: {pod: 5}}",
        "{create: {pod: ''}}",
        "{create: {pod: a/b/c}}",
        "{create: {pod: 'a b'}}",
        "{create: {pod: team-a/}}",
        "{create: {pod: team-a/train, count: 0}}",
        "{create: {pod: team-a/train, count: 100001}}",
        "{create: {pod: team-a/train, count: '3'}}",
        "{create: {pod: team-a/train, count: 1.5}}",
        "{create: {pod: team-a/train, as: null}}",
        "{create: {pod: team-a/train, replicas: 1}}",
        "{retry: {pod: team-a/train, container: prepare}}",
        "{start: {pod: team-a/train}}",
        "{start: {pod: team-a/train, container: a/b}}",
        "{finish: {container: prepare}}",
        "{finish: {pod: team-a/train, container: prepare, exitCode: '0'}}",
        "{finish: {pod: team-a/train, container: prepare, exitCode: 2147483648}}",
        "{status: {pod: team-a/train}}",
        "{status: {pod: team-a/train, status: Running}}",
        "{apply: {}}",
        "{apply: {kind: Node, metadata: {name: n2}}}",
        "{apply: {apiVersion: v1, kind: Node}}",
        "{apply: {apiVersion: v1, kind: Node, metadata: {}}}",
        "{apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: c}}}",
        "{apply: {apiVersion: v1, kind: List, metadata: {name: c}, items: []}}",
        "{apply: {apiVersion: apps/v1, kind: Pod, metadata: {name: p}}}",
        "{apply: {apiVersion: v1, kind: PriorityClass, metadata: {name: p}, value: 1}}",
        "{apply: {apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: p}}}",
        "{remove: {name: n1}}",
        "{remove: {kind: Node}}",
        "{remove: {kind: Deployment, name: d}}",
        "{remove: {kind: Node, name: n1, namespace: default}}",
        "{remove: {kind: Pod, name: team-a/train}}",
        "{restart: null}",
        "{restart: {now: true}}",
        "{advance: 6}",
        "{advance: '6'}",
        "{advance: 0s}",
        "{advance: -6m}",
        "{advance: 1d}",
        "{expect: {}}",
        "{expect: null}",
        "{expect: {pod: team-a/train}}",
        "{expect: {decision: Bound}}",
        "{expect: {pod: team-a/train, decision: bound}}",
        "{expect: {pod: team-a/train, decision: Bound, device: GPU-0}}",
        "{expect: {pod: team-a/train, reason: ''}}",
        "{expect: {pod: team-a/train, allocation: {}}}",
        "{expect: {pod: team-a/train, allocation: [';']}}",
        "{expect: {pod: team-a/train, allocation: {NVIDIA: 1}}}",
        "{expect: {pod: team-a/train, devices: GPU-0}}",
        "{expect: {pod: team-a/train, devices: [0]}}",
        "{expect: {pod: team-a/train, devices: [GPU-0, GPU-0]}}",
        "{expect: {node: n1, memory: 1}}",
        "{expect: {device: GPU-0, memory: 1}}",
        "{expect: {node: n1, device: GPU-0}}",
        "{expect: {node: n1, device: GPU-0, memory: -1}}",
        "{expect: {node: n1, device: GPU-0, memory: 10Gi}}",
        "{expect: {node: n1, device: GPU-0, overcommitted: 1}}",
        "{expect: {namespace: team-a, used: 1}}",
        "{expect: {namespace: team-a, resource: nvidia.com/gpu}}",
        "{expect: {namespace: team-a, resource: nvidia.com/gpu, limit: unlimited}}",
        "{expect: {namespace: team-a, resource: nvidia.com/gpu, limit: null}}",
        "{expect: {quota: team-a/gpus, namespace: team-a, resource: nvidia.com/gpu, used: 1}}",
        "{expect: {ledger: true}}",
        "{expect: {ledger: clean, used: 1}}",
      })
  void shouldBothRefuseTheStep(String step) throws YamlFormatException {
    String text = Inputs.scenario("{restart: {}}", step);

    assertThat(Inputs.refusal(text)).startsWith("stdin:28 (document 5): spec.steps[1]");
    assertThat(schemaErrors(text)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "apiVersion: tidemark.io/v1\nkind: Scenario\nmetadata: {name: s}\nspec: {steps: []}",
        "kind: Scenario\nmetadata: {name: s}\nspec: {steps: []}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nspec: {steps: []}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: ''}\nspec: {steps: []}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s, x: 1}\nspec: {steps: []}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {steps: null}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {steps: [], x: 1}",
        "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {steps: []}\nstatus: {}",
      })
  void shouldBothRefuseTheDocument(String text) throws YamlFormatException {
    assertThat(Inputs.refusal(text)).startsWith("stdin:");
    assertThat(schemaErrors(text)).isNotEmpty();
  }

  @Test
  void shouldKnowTheSameSteps() throws IOException {
    JsonNode steps = json().at("/$defs/step/properties");

    assertThat(names(steps)).containsExactlyElementsOf(StepReader.WORDS);
  }

  @ParameterizedTest
  @MethodSource("expectations")
  void shouldKnowTheSameFieldsOfExpectations(String definition, List<String> fields)
      throws IOException {
    assertThat(names(json().at("/$defs/" + definition + "/properties")))
        .endsWith(fields.toArray(new String[0]));
  }

  static List<Arguments> expectations() {
    return List.of(
        Arguments.of("podExpectation", ExpectReader.POD_FIELDS),
        Arguments.of("deviceExpectation", ExpectReader.DEVICE_FIELDS),
        Arguments.of("namespaceExpectation", ExpectReader.AMOUNT_FIELDS),
        Arguments.of("quotaExpectation", ExpectReader.AMOUNT_FIELDS));
  }

  @Test
  void shouldBeASchemaOfItsDialect() throws IOException {
    Schema dialect =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));

    assertThat(dialect.validate(json())).isEmpty();
  }

  /** What the schema finds wrong with the Scenario of a text. */
  static List<Error> schemaErrors(String text) throws YamlFormatException {
    List<YamlDocument> documents = YamlReader.read("text", new StringReader(text));
    return SCHEMA.validate(documents.get(documents.size() - 1).content());
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static JsonNode json() throws IOException {
    return new ObjectMapper().readTree(FILE.toFile());
  }

  private static Schema schema() {
    try {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(Files.readString(FILE), InputFormat.JSON);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
