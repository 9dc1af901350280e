package io.tidemark.app.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.kube.PodReader;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class NeededFieldsTest {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** Everything that says SECRET may hold one. */
  private static final String POD =
      """
      metadata:
        name: train
        namespace: team-a
        uid: u1
        resourceVersion: "7"
        labels: {app: train}
        managedFields: [{manager: SECRET}]
        ownerReferences: [{name: SECRET}]
        annotations:
          kubectl.kubernetes.io/last-applied-configuration: SECRET
          vault.example/token: SECRET
          hami.io/vgpu-node: n1
          hami.io/vgpu-devices-allocated: "GPU-0,NVIDIA,8192,0:;GPU-0,NVIDIA,4096,0:;"
          nvidia.com/use-gputype: A100
      spec:
        nodeName: n1
        schedulerName: hami-scheduler
        priority: 5
        tolerations: [{key: gpu, operator: Exists}]
        nodeSelector: {gpu: "on"}
        volumes: [{name: v, secret: {secretName: SECRET}}]
        imagePullSecrets: [{name: SECRET}]
        initContainers:
        - name: prepare
          image: SECRET
          command: [SECRET]
          args: [SECRET]
          resources: {limits: {nvidia.com/gpu: "1", nvidia.com/gpumem: "8192"}}
        containers:
        - name: app
          env:
          - {name: PASSWORD, value: SECRET}
          - {name: CUDA_TASK_PRIORITY, value: "1"}
          - name: GPU_CORE_UTILIZATION_POLICY
            valueFrom: {secretKeyRef: {name: SECRET, key: SECRET}}
          envFrom: [{secretRef: {name: SECRET}}]
          securityContext: {privileged: false, seLinuxOptions: {level: SECRET}}
          resources: {limits: {nvidia.com/gpu: "1", nvidia.com/gpumem: "4096"}}
      status:
        phase: Pending
        message: SECRET
        conditions: [{type: PodScheduled, status: "True", message: SECRET}]
        initContainerStatuses:
        - name: prepare
          image: SECRET
          lastState: {terminated: {exitCode: 1, message: SECRET}}
          state: {terminated: {exitCode: 0, reason: Completed, message: SECRET,
            startedAt: "2030-01-31T12:00:00Z", finishedAt: "2030-01-31T12:01:00Z"}}
      """;

  @Test
  void whatCouldBeASecretIsLeftOut() throws IOException {
    assertThat(needed("Pod", POD).toString()).doesNotContain("SECRET", "PASSWORD");
  }

  @Test
  void theRecordOfAPodIsTheSameAsOfTheWhole() throws IOException {
    PodReader reader = new PodReader(Families.BUNDLED);

    assertThat(reader.read(needed("Pod", POD)).value())
        .isEqualTo(reader.read(YAML.readTree(POD)).value());
  }

  @Test
  void whatKubeSchedulerAndAdmissionReadStays() throws IOException {
    JsonNode pod = needed("Pod", POD);

    assertThat(pod.path("kind").asText()).isEqualTo("Pod");
    assertThat(pod.at("/spec/tolerations")).hasSize(1);
    assertThat(pod.at("/spec/nodeSelector/gpu").asText()).isEqualTo("on");
    assertThat(pod.at("/spec/containers/0/securityContext/privileged").asBoolean(true)).isFalse();
    assertThat(pod.at("/spec/containers/0/env/0/name").asText()).isEqualTo("CUDA_TASK_PRIORITY");
    assertThat(pod.at("/metadata/annotations/nvidia.com~1use-gputype").asText()).isEqualTo("A100");
  }

  @Test
  void ofANodeItsCardsLabelsTaintsAndAllocatableStay() throws IOException {
    JsonNode node =
        needed(
            "Node",
            """
            metadata:
              name: n1
              labels: {gpu: "on"}
              annotations:
                hami.io/node-nvidia-register: "[]"
                hami.io/mutex.lock: x
                csi.volume.kubernetes.io/nodeid: SECRET
            spec: {taints: [{key: a, effect: NoSchedule}], unschedulable: true, providerID: SECRET}
            status: {allocatable: {cpu: "4"}, images: [{names: [SECRET]}], nodeInfo: {a: SECRET}}
            """);

    assertThat(node.toString()).doesNotContain("SECRET");
    assertThat(node.at("/spec/unschedulable").asBoolean()).isTrue();
    assertThat(node.at("/spec/taints")).hasSize(1);
    assertThat(node.at("/status/allocatable/cpu").asText()).isEqualTo("4");
    assertThat(node.at("/metadata/annotations")).hasSize(2);
  }

  private static JsonNode needed(String kind, String yaml) throws IOException {
    return new NeededFields(Families.BUNDLED).of(kind, "v1", YAML.readTree(yaml));
  }
}
