package io.tidemark.app.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.tidemark.api.fixture.Families;
import io.tidemark.api.model.QuotaDimension;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with an input is one line with its file, line, document, field and cause. */
class InputRefusalsTest {
  private static final String ACCOUNTED =
      Families.BUNDLED.all().stream()
          .flatMap(family -> Stream.of(QuotaDimension.values()).map(family.resources()::of))
          .filter(Objects::nonNull)
          .collect(Collectors.joining(", "));

  @ParameterizedTest
  @MethodSource("documents")
  void shouldRefuseTheDocumentInOneLine(String text, String line) {
    assertThat(Inputs.refusal(text)).isEqualTo(line);
  }

  @ParameterizedTest
  @MethodSource("steps")
  void shouldRefuseTheStepInOneLine(String step, String line) {
    String good = "{create: {pod: team-a/train}}";

    assertThat(Inputs.refusal(Inputs.scenario(good, step)))
        .isEqualTo("stdin:28 (document 5): " + line);
  }

  static Stream<Arguments> documents() {
    return Stream.of(
        argumentSet(
            "a text that is no YAML",
            "a: [1, 2\n",
            "stdin:2: is no YAML: expected ',' or ']', but got <stream end>"),
        argumentSet(
            "an alias without anchor",
            "kind: Pod\nspec: *nothing\n",
            "stdin:2: is no YAML: found undefined alias nothing"),
        argumentSet(
            "the same key twice",
            "apiVersion: v1\nkind: Pod\nkind: Node\n",
            "stdin:3: the key \"kind\" stands here twice"),
        argumentSet("no documents at all", "# nothing\n---\n---\n", "stdin: has no documents"),
        argumentSet(
            "a document that is no map",
            "- kind: Pod\n",
            "stdin:1 (document 1): must be a map, found [{\"kind\":\"Pod\"}]"),
        argumentSet(
            "a second document that is a text",
            Inputs.CLUSTER + "just words\n",
            "stdin:22 (document 5): must be a map, found \"just words\""),
        argumentSet(
            "no kind",
            "apiVersion: v1\nmetadata: {name: a}\n",
            "stdin:1 (document 1): kind: is missing"),
        argumentSet(
            "a kind that is no text",
            "kind: 5\n",
            "stdin:1 (document 1): kind: must be a text, found 5"),
        argumentSet(
            "another kind as a document of its own",
            "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\n",
            "stdin:2 (document 1): kind: Deployment is no kind that can be simulated; known are Node, Pod, ResourceQuota, Namespace, PriorityClass, List, Scenario"),
        argumentSet(
            "a kind in small letters",
            "apiVersion: v1\nkind: pod\nmetadata: {name: a}\n",
            "stdin:2 (document 1): kind: pod is no kind that can be simulated; known are Node, Pod, ResourceQuota, Namespace, PriorityClass, List, Scenario (did you mean Pod?)"),
        argumentSet(
            "no apiVersion",
            "kind: Node\nmetadata: {name: a}\n",
            "stdin:1 (document 1): apiVersion: is missing"),
        argumentSet(
            "an apiVersion of another group",
            "apiVersion: apps/v1\nkind: Pod\nmetadata: {name: a}\n",
            "stdin:1 (document 1): apiVersion: must be v1 for a Pod, found \"apps/v1\""),
        argumentSet(
            "a PriorityClass of v1",
            "apiVersion: v1\nkind: PriorityClass\nmetadata: {name: a}\nvalue: 1\n",
            "stdin:1 (document 1): apiVersion: must be scheduling.k8s.io/v1 for a PriorityClass, found \"v1\""),
        argumentSet("no metadata", pod("spec: {}\n"), "stdin:1 (document 1): metadata: is missing"),
        argumentSet(
            "no name",
            pod("metadata: {namespace: a}\n"),
            "stdin:3 (document 1): metadata.name: is missing"),
        argumentSet(
            "a number as name",
            pod("metadata:\n  name: 12\n"),
            "stdin:4 (document 1): metadata.name: must be a text, found 12"),
        argumentSet(
            "a name with a slash",
            pod("metadata: {name: a/b}\n"),
            "stdin:3 (document 1): metadata.name: must be a name without blanks and slashes, found \"a/b\""),
        argumentSet(
            "generateName alone",
            pod("metadata:\n  generateName: job-\n"),
            "stdin:4 (document 1): metadata.generateName: gives no name that steps and reports could use; the Pod needs metadata.name"),
        argumentSet(
            "a number as namespace",
            pod("metadata: {name: a, namespace: 7}\n"),
            "stdin:3 (document 1): metadata.namespace: must be a text, found 7"),
        argumentSet(
            "a number as uid",
            pod("metadata: {name: a, uid: 7}\n"),
            "stdin:3 (document 1): metadata.uid: must be a text, found 7"),
        argumentSet(
            "an unreadable quantity",
            pod(
                "metadata: {name: a}\nspec:\n  containers:\n  - name: c\n    resources:\n      limits:\n        nvidia.com/gpu: lots\n"),
            "stdin:9 (document 1): Pod default/a: spec.containers[0].resources.limits[nvidia.com/gpu]: must be a quantity like 3000, 3k or 16Gi, found \"lots\""),
        argumentSet(
            "containers that are no list",
            pod("metadata: {name: a}\nspec:\n  containers: {name: c}\n"),
            "stdin:5 (document 1): Pod default/a: spec.containers: must be a list, found {\"name\":\"c\"}"),
        argumentSet(
            "labels of a node that are no map",
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: n\n  annotations: [a]\n",
            "stdin:5 (document 1): Node n: metadata.annotations: must be an object, found [\"a\"]"),
        argumentSet(
            "an unreadable limit of a quota",
            "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: q}\nspec:\n  hard:\n    limits.nvidia.com/gpu: one\n",
            "stdin:6 (document 1): ResourceQuota default/q: spec.hard[limits.nvidia.com/gpu]: must be a quantity like 3000, 3k or 16Gi, found \"one\""),
        argumentSet(
            "a PriorityClass without value",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: p}\n",
            "stdin:1 (document 1): value: is missing"),
        argumentSet(
            "a PriorityClass with a text as globalDefault",
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: p}\nvalue: 1\nglobalDefault: sure\n",
            "stdin:5 (document 1): globalDefault: must be true or false, found \"sure\""),
        argumentSet(
            "items that are no list",
            "apiVersion: v1\nkind: List\nitems: {}\n",
            "stdin:3 (document 1): items: must be a list, found {}"),
        argumentSet(
            "an item that is no map",
            "apiVersion: v1\nkind: List\nitems:\n- null\n",
            "stdin:4 (document 1): items[0]: must be a map, found null"),
        argumentSet(
            "an item without kind",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  metadata: {name: a}\n",
            "stdin:4 (document 1): items[0].kind: is missing"),
        argumentSet(
            "an unreadable item",
            "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a}\n  spec:\n    priority: high\n",
            "stdin:8 (document 1): items[0]: Pod default/a: spec.priority: must be a whole number from -2147483648 to 2147483647, found \"high\""),
        argumentSet(
            "a Scenario inside a List",
            "apiVersion: v1\nkind: List\nitems:\n- kind: Scenario\n",
            "stdin:4 (document 1): items[0].kind: a Scenario is a document of its own"),
        argumentSet(
            "an unreadable part of JSON",
            "{\n\t\"apiVersion\": \"v1\",\n\t\"kind\": \"Pod\",\n\t\"metadata\": {\"name\": 5}\n}",
            "stdin:4 (document 1): metadata.name: must be a text, found 5"),
        argumentSet(
            "the same object twice",
            Inputs.CLUSTER + "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\n",
            "stdin:22 (document 5): Node n1 is already at stdin:1 (document 1)"),
        argumentSet(
            "the same object twice, once with the namespace spelt out",
            pod("metadata: {name: a}\n---\n") + pod("metadata: {name: a, namespace: default}\n"),
            "stdin:5 (document 2): Pod default/a is already at stdin:1 (document 1)"),
        argumentSet(
            "two Scenarios",
            Inputs.scenario() + "---\nkind: Scenario\n",
            "stdin:28 (document 6): a second Scenario; a file has at most one, and stdin:22 (document 5) is it"),
        argumentSet(
            "a Scenario of another version",
            "apiVersion: tidemark.io/v1\nkind: Scenario\n",
            "stdin:1 (document 1): apiVersion: must be tidemark.io/v1alpha1 for a Scenario, found \"tidemark.io/v1\""),
        argumentSet(
            "an unknown field beside spec",
            "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspecs: {}\n",
            "stdin:4 (document 1): specs: unknown field (did you mean spec?)"),
        argumentSet(
            "a Scenario without name",
            "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {}\nspec: {steps: []}\n",
            "stdin:3 (document 1): metadata.name: is missing"),
        argumentSet(
            "a Scenario without steps",
            "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec: {}\n",
            "stdin:4 (document 1): spec.steps: is missing"),
        argumentSet(
            "steps that are no list",
            "apiVersion: tidemark.io/v1alpha1\nkind: Scenario\nmetadata: {name: s}\nspec:\n  steps: {restart: {}}\n",
            "stdin:5 (document 1): spec.steps: must be a list, found {\"restart\":{}}"));
  }

  static Stream<Arguments> steps() {
    return Stream.of(
        argumentSet(
            "a step that is no map", "restart", "spec.steps[1]: must be a map, found \"restart\""),
        argumentSet("a step that is null", "null", "spec.steps[1]: must be a map, found null"),
        argumentSet(
            "two steps in one",
            "{restart: {}, advance: 6m}",
            "spec.steps[1]: must be a map of one step and its fields, found {\"restart\":{},\"advance\":\"6m\"}"),
        argumentSet(
            "a misspelt step",
            "{crate: {pod: team-a/train}}",
            "spec.steps[1].crate: unknown step (did you mean create?)"),
        argumentSet(
            "an unknown step",
            "{reboot: {}}",
            "spec.steps[1].reboot: unknown step; known are create, retry, filter, bind, start, finish, succeed, fail, sandbox, status, apply, remove, redeliver, restart, advance, expect"),
        argumentSet(
            "a misspelt field",
            "{create: {pdo: team-a/train}}",
            "spec.steps[1].create.pdo: unknown field (did you mean pod?)"),
        argumentSet(
            "an unknown field",
            "{create: {pod: team-a/train, replicas: 2}}",
            "spec.steps[1].create.replicas: unknown field; known are pod, as, count"),
        argumentSet("a missing field", "{create: {as: x}}", "spec.steps[1].create.pod: is missing"),
        argumentSet(
            "fields that are no map",
            "{create: team-a/train}",
            "spec.steps[1].create: must be a map, found \"team-a/train\""),
        argumentSet(
            "a field that is null",
            "{create: {pod: null}}",
            "spec.steps[1].create.pod: must be a text, found null"),
        argumentSet(
            "a number as pod",
            "{retry: {pod: 3}}",
            "spec.steps[1].retry.pod: must be a text, found 3"),
        argumentSet(
            "a pod with two slashes",
            "{retry: {pod: a/b/c}}",
            "spec.steps[1].retry.pod: must be a name or namespace/name, found \"a/b/c\""),
        argumentSet(
            "a misspelt Pod document",
            "{create: {pod: team-a/trian}}",
            "spec.steps[1].create.pod: no Pod document of this cluster is named team-a/trian (did you mean team-a/train?)"),
        argumentSet(
            "a Pod document of another namespace",
            "{create: {pod: train}}",
            "spec.steps[1].create.pod: no Pod document of this cluster is named default/train (did you mean team-a/train?)"),
        argumentSet(
            "a pod that is there from the start, under another name",
            "{create: {pod: team-a/placed, as: again}}",
            "spec.steps[1].create.pod: Pod team-a/placed has a node, so it is there from the start"),
        argumentSet(
            "a count of nothing",
            "{create: {pod: team-a/train, count: 0}}",
            "spec.steps[1].create.count: must be a whole number from 1 to 100000, found 0"),
        argumentSet(
            "a count that is a text",
            "{create: {pod: team-a/train, count: \"3\"}}",
            "spec.steps[1].create.count: must be a whole number from 1 to 100000, found \"3\""),
        argumentSet(
            "an empty name",
            "{create: {pod: team-a/train, as: ''}}",
            "spec.steps[1].create.as: must be a text, found \"\""),
        argumentSet(
            "a pod that nothing names",
            "{succeed: {pod: team-a/other}}",
            "spec.steps[1].succeed.pod: no Pod of this cluster is named team-a/other"),
        argumentSet(
            "no container",
            "{start: {pod: team-a/train}}",
            "spec.steps[1].start.container: is missing"),
        argumentSet(
            "a misspelt container",
            "{start: {pod: team-a/train, container: prepair}}",
            "spec.steps[1].start.container: Pod team-a/train has no container prepair (did you mean prepare?)"),
        argumentSet(
            "a container that the pod does not have",
            "{finish: {pod: team-a/placed, container: prepare}}",
            "spec.steps[1].finish.container: Pod team-a/placed has no container prepare"),
        argumentSet(
            "an exit code that is no number",
            "{finish: {pod: team-a/train, container: main, exitCode: zero}}",
            "spec.steps[1].finish.exitCode: must be a whole number from -2147483648 to 2147483647, found \"zero\""),
        argumentSet(
            "an exit code with a fraction",
            "{finish: {pod: team-a/train, container: main, exitCode: 1.5}}",
            "spec.steps[1].finish.exitCode: must be a whole number from -2147483648 to 2147483647, found 1.5"),
        argumentSet(
            "a status that is no map",
            "{status: {pod: team-a/train, status: Running}}",
            "spec.steps[1].status.status: must be a map, found \"Running\""),
        argumentSet(
            "an unreadable part of a status",
            "{status: {pod: team-a/train, status: {phase: [Running]}}}",
            "spec.steps[1].status.status: Pod team-a/train: status.phase: must be a text, found [\"Running\"]"),
        argumentSet(
            "an object of another kind",
            "{apply: {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}}",
            "spec.steps[1].apply.kind: ConfigMap is no kind that can be simulated; known are Node, Pod, ResourceQuota, Namespace, PriorityClass"),
        argumentSet(
            "a List in a step",
            "{apply: {apiVersion: v1, kind: List, items: []}}",
            "spec.steps[1].apply.kind: List is no kind that can be simulated; known are Node, Pod, ResourceQuota, Namespace, PriorityClass"),
        argumentSet(
            "an unreadable object in a step",
            "{apply: {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {priority: x}}}",
            "spec.steps[1].apply: Pod default/a: spec.priority: must be a whole number from -2147483648 to 2147483647, found \"x\""),
        argumentSet(
            "the removal of another kind",
            "{remove: {kind: Nodes, name: n1}}",
            "spec.steps[1].remove.kind: Nodes is no kind that can be simulated; known are Node, Pod, ResourceQuota, Namespace, PriorityClass (did you mean Node?)"),
        argumentSet(
            "the removal of a node in a namespace",
            "{remove: {kind: Node, name: n1, namespace: default}}",
            "spec.steps[1].remove.namespace: unknown field; known are kind, name"),
        argumentSet(
            "the removal of what nothing names",
            "{remove: {kind: ResourceQuota, name: gpus}}",
            "spec.steps[1].remove.name: no ResourceQuota of this cluster is named default/gpus (did you mean team-a/gpus?)"),
        argumentSet(
            "a restart with a field",
            "{restart: {now: true}}",
            "spec.steps[1].restart.now: unknown field; there are none"),
        argumentSet(
            "a restart without a map",
            "{restart: null}",
            "spec.steps[1].restart: must be a map, found null"),
        argumentSet(
            "a duration without unit",
            "{advance: 90}",
            "spec.steps[1].advance: must be a duration like 90s, 6m or 1h30m, found 90"),
        argumentSet(
            "a negative duration",
            "{advance: -6m}",
            "spec.steps[1].advance: must be a duration like 90s, 6m or 1h30m, found \"-6m\""),
        argumentSet(
            "no duration",
            "{advance: 0s}",
            "spec.steps[1].advance: must be a duration like 90s, 6m or 1h30m, found \"0s\""),
        argumentSet(
            "an expectation of nothing at all",
            "{expect: {}}",
            "spec.steps[1].expect: must name a pod, a node and device, a namespace, a quota or the ledger, found {}"),
        argumentSet(
            "an expectation of nobody",
            "{expect: {pods: team-a/train}}",
            "spec.steps[1].expect: must name a pod, a node and device, a namespace, a quota or the ledger, found {\"pods\":\"team-a/train\"} (did you mean pod?)"),
        argumentSet(
            "an expectation of nothing",
            "{expect: {pod: team-a/train}}",
            "spec.steps[1].expect: expects nothing; give at least one of decision, node, reason, allocation, devices, wouldFitAfter"),
        argumentSet(
            "a decision that is none",
            "{expect: {pod: team-a/train, decision: bound}}",
            "spec.steps[1].expect.decision: must be one of Bound, Denied, Unschedulable, Pending, Deleted, found bound (did you mean Bound?)"),
        argumentSet(
            "a misspelt node",
            "{expect: {pod: team-a/train, node: n2}}",
            "spec.steps[1].expect.node: no Node of this cluster is named n2 (did you mean n1?)"),
        argumentSet(
            "an unknown family",
            "{expect: {pod: team-a/train, allocation: {NVIDA: ';'}}}",
            "spec.steps[1].expect.allocation.NVIDA: no device family NVIDA is enabled (did you mean NVIDIA?)"),
        argumentSet(
            "an allocation that is a list",
            "{expect: {pod: team-a/train, allocation: [a]}}",
            "spec.steps[1].expect.allocation: must be a text, or a map from the words of device families to texts, found [\"a\"]"),
        argumentSet(
            "devices that are no list",
            "{expect: {pod: team-a/train, devices: GPU-0}}",
            "spec.steps[1].expect.devices: must be a list, found \"GPU-0\""),
        argumentSet(
            "a device twice",
            "{expect: {pod: team-a/train, devices: [GPU-0, GPU-0]}}",
            "spec.steps[1].expect.devices[1]: GPU-0 is there already"),
        argumentSet(
            "a device without its node",
            "{expect: {device: GPU-0, memory: 1}}",
            "spec.steps[1].expect.node: is missing"),
        argumentSet(
            "a node without a device",
            "{expect: {node: n1, memory: 1}}",
            "spec.steps[1].expect.device: is missing"),
        argumentSet(
            "an amount with a unit",
            "{expect: {node: n1, device: GPU-0, memory: 10Gi}}",
            "spec.steps[1].expect.memory: must be a whole number of at least 0, found \"10Gi\""),
        argumentSet(
            "a negative amount",
            "{expect: {node: n1, device: GPU-0, slots: -1}}",
            "spec.steps[1].expect.slots: must be a whole number of at least 0, found -1"),
        argumentSet(
            "an amount beyond all bounds",
            "{expect: {node: n1, device: GPU-0, memory: 9223372036854775808}}",
            "spec.steps[1].expect.memory: must be a whole number of at least 0, found 9223372036854775808"),
        argumentSet(
            "overcommitted that is a text",
            "{expect: {node: n1, device: GPU-0, overcommitted: \"true\"}}",
            "spec.steps[1].expect.overcommitted: must be true or false, found \"true\""),
        argumentSet(
            "a field of another expectation",
            "{expect: {namespace: team-a, resource: nvidia.com/gpu, memory: 1}}",
            "spec.steps[1].expect.memory: unknown field; known are namespace, resource, used, limit"),
        argumentSet(
            "a resource that is not accounted",
            "{expect: {namespace: team-a, resource: cpu, used: 1}}",
            "spec.steps[1].expect.resource: cpu is not accounted; known are " + ACCOUNTED),
        argumentSet(
            "a misspelt resource",
            "{expect: {namespace: team-a, resource: nvidia.com/gpumen, used: 1}}",
            "spec.steps[1].expect.resource: nvidia.com/gpumen is not accounted (did you mean nvidia.com/gpumem?)"),
        argumentSet(
            "a limit that is another word",
            "{expect: {quota: team-a/gpus, resource: nvidia.com/gpu, limit: unlimited}}",
            "spec.steps[1].expect.limit: must be a whole number of at least 0, or none, found \"unlimited\""),
        argumentSet(
            "a quota that nothing names",
            "{expect: {quota: gpus, resource: nvidia.com/gpu, used: 1}}",
            "spec.steps[1].expect.quota: no ResourceQuota of this cluster is named default/gpus (did you mean team-a/gpus?)"),
        argumentSet(
            "a ledger that is not clean",
            "{expect: {ledger: dirty}}",
            "spec.steps[1].expect.ledger: must be clean, found \"dirty\""),
        argumentSet(
            "a ledger with more",
            "{expect: {ledger: clean, used: 1}}",
            "spec.steps[1].expect.used: unknown field; known are ledger"));
  }

  private static String pod(String rest) {
    return "apiVersion: v1\nkind: Pod\n" + rest;
  }
}
