package io.tidemark.app.scheduling;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Nodes.aNode;
import static io.tidemark.api.fixture.Pods.aPod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.fixture.Containers;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Nodes;
import io.tidemark.api.model.DeviceShare;
import io.tidemark.api.model.NodeRecord;
import io.tidemark.api.model.PodAllocation;
import io.tidemark.api.model.PodRecord;
import io.tidemark.api.snapshot.NodeSnapshot;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything that a Binding writes for the device plugin of each family, to the letter: an init
 * container and two apps, of which the first asks for nothing (families.md, sections 2 and 3).
 */
class FamilyAnnotationsTest {
  private static final Instant AT = Instant.parse("2030-01-01T00:00:01.5Z");
  private static final String SECONDS = "1893456001";
  private static final String NANOS = "1893456001500000000";

  private static Nodes listing(String key, String register) {
    return aNode("n1").annotation(key, register);
  }

  private static Nodes offering(Map<String, String> capacity) {
    Nodes node = aNode("n1");
    capacity.forEach(node::capacity);
    return node;
  }

  private static String card(String id, int index) {
    return "{\"id\":\"%s\",\"index\":%d,\"count\":4,\"devmem\":65536,\"devcore\":100,\"type\":\"T\",\"health\":true}"
        .formatted(id, index);
  }

  private static Stream<Arguments> families() {
    return Stream.of(
        arguments(
            "NVIDIA",
            "nvidia.com/gpu",
            listing(
                "hami.io/node-nvidia-register",
                "[" + card("g0", 0).replace("\"T\"", "\"NVIDIA-T\"") + "]"),
            share("g0", 20000, 30),
            share("g0", 10000, 10),
            Map.of(
                "hami.io/vgpu-devices-to-allocate", "g0,NVIDIA,20000,30:;;g0,NVIDIA,10000,10:;",
                "hami.io/vgpu-devices-allocated", "g0,NVIDIA,20000,30:;;g0,NVIDIA,10000,10:;")),
        arguments(
            "AMD",
            "amd.com/gpu",
            listing("hami.io/node-amd-register", "[" + card("a0", 0) + "]")
                .capacity("amd.com/gpu", "1"),
            share("a0", 20000, 30),
            share("a0", 10000, 10),
            Map.of(
                "hami.io/amd-devices-to-allocate", "a0,T,20000,30:;;a0,T,10000,10:;",
                "hami.io/amd-devices-allocated", "a0,T,20000,30:;;a0,T,10000,10:;")),
        arguments(
            "DCU",
            "hygon.com/dcunum",
            listing("hami.io/node-dcu-register", "d0,4,32768,100,Z,0,true:"),
            share("d0", 20000, 30),
            share("d0", 10000, 10),
            Map.of(
                "hami.io/dcu-devices-to-allocate", "d0,DCU,20000,30:;;d0,DCU,10000,10:;",
                "hami.io/dcu-devices-allocated", "d0,DCU,20000,30:;;d0,DCU,10000,10:;")),
        arguments(
            "Biren",
            "birentech.com/gpu",
            listing("hami.io/node-biren-register", "[" + card("b0", 0) + "]"),
            share("b0", 0, 0),
            share("b0", 0, 0),
            Map.of(
                "hami.io/Biren-devices-to-allocate", "b0,Biren,0,0:;;b0,Biren,0,0:;",
                "hami.io/Biren-devices-allocated", "b0,Biren,0,0:;;b0,Biren,0,0:;")),
        arguments(
            "MLU",
            "cambricon.com/vmlu",
            offering(Map.of("cambricon.com/mlu.smlu.vcore", "200", "cambricon.com/vmlu", "200")),
            share("n1-cambricon-mlu-1", 10240, 50),
            share("n1-cambricon-mlu-0", 5120, 25),
            Map.of(
                "CAMBRICON_DSMLU_ASSIGNED", "false",
                "CAMBRICON_DSMLU_PROFILE", "1_50_40",
                "hami.io/cambricon-mlu-devices-to-allocate",
                    "n1-cambricon-mlu-1,MLU,10240,50:;;n1-cambricon-mlu-0,MLU,5120,25:;",
                "hami.io/cambricon-mlu-devices-allocated",
                    "n1-cambricon-mlu-1,MLU,10240,50:;;n1-cambricon-mlu-0,MLU,5120,25:;")),
        arguments(
            "GCU",
            "enflame.com/gcu",
            offering(Map.of("enflame.com/gcu", "1")),
            share("n1-GCU-0", 100, 100),
            share("n1-GCU-0", 100, 100),
            Map.of(
                "hami.io/enflame-gcu-devices-to-allocate",
                    "n1-GCU-0,GCU,100,100:;;n1-GCU-0,GCU,100,100:;",
                "hami.io/enflame-gcu-devices-allocated",
                    "n1-GCU-0,GCU,100,100:;;n1-GCU-0,GCU,100,100:;")),
        arguments(
            "BI-V150",
            "iluvatar.ai/BI-V150-vgpu",
            listing("hami.io/node-BI-V150-register", "i0,4,32768,100,Z,0,true:"),
            share("i0", 16384, 30),
            share("i0", 8192, 10),
            Map.of(
                "hami.io/BI-V150-devices-to-allocate", "i0,BI-V150,16384,30:;;i0,BI-V150,8192,10:;",
                "hami.io/BI-V150-devices-allocated", "i0,BI-V150,16384,30:;;i0,BI-V150,8192,10:;")),
        arguments(
            "kunlun",
            "kunlunxin.com/xpu",
            offering(Map.of("kunlunxin.com/xpu", "8")),
            share("n1-kunlun-0", 98304, 100),
            shares(share("n1-kunlun-1", 98304, 100), share("n1-kunlun-2", 98304, 100)),
            Map.of(
                "BAIDU_COM_DEVICE_IDX", "1,2",
                "hami.io/kunlun-allocated",
                    "n1-kunlun-0,kunlun,98304,100:;;n1-kunlun-1,kunlun,98304,100:n1-kunlun-2,kunlun,98304,100:;")),
        arguments(
            "XPU",
            "kunlunxin.com/vxpu",
            listing("hami.io/node-register-xpu", "[" + card("x0", 0) + "]"),
            share("x0", 24576, 25),
            share("x0", 24576, 25),
            Map.of(
                "hami.io/xpu-devices-to-allocate", "x0,XPU,24576,25:;;x0,XPU,24576,25:;",
                "hami.io/xpu-devices-allocated", "x0,XPU,24576,25:;;x0,XPU,24576,25:;")),
        arguments(
            "Metax-GPU",
            "metax-tech.com/gpu",
            offering(Map.of("metax-tech.com/gpu", "1")),
            share("n1-metax-0", 65536, 100),
            share("n1-metax-0", 65536, 100),
            Map.of(
                "hami.io/metax-gpu-devices-to-allocate",
                    "n1-metax-0,Metax-GPU,65536,100:;;n1-metax-0,Metax-GPU,65536,100:;",
                "hami.io/metax-gpu-devices-allocated",
                    "n1-metax-0,Metax-GPU,65536,100:;;n1-metax-0,Metax-GPU,65536,100:;")),
        arguments(
            "Metax-SGPU",
            "metax-tech.com/sgpu",
            listing(
                "metax-tech.com/node-gpu-devices",
                "[{\"uuid\":\"m0\",\"totalDevCount\":16,\"totalCompute\":100,\"totalVRam\":65536,\"healthy\":true}]"),
            share("m0", 16384, 40),
            share("m0", 8192, 0),
            Map.of(
                "metax-tech.com/gpu-devices-allocated",
                    "[[{\"uuid\":\"m0\",\"compute\":40,\"vRam\":16384}],[],[{\"uuid\":\"m0\",\"vRam\":8192}]]",
                "metax-tech.com/predicate-time", NANOS,
                "hami.io/metax-sgpu-devices-to-allocate",
                    "m0,Metax-SGPU,16384,40:;;m0,Metax-SGPU,8192,0:;",
                "hami.io/metax-sgpu-devices-allocated",
                    "m0,Metax-SGPU,16384,40:;;m0,Metax-SGPU,8192,0:;")),
        arguments(
            "Mthreads",
            "mthreads.com/vgpu",
            offering(Map.of("mthreads.com/sgpu-core", "32", "mthreads.com/sgpu-memory", "192")),
            share("n1-mthreads-1", 32768, 8),
            share("n1-mthreads-1", 8192, 4),
            Map.of(
                "mthreads.com/gpu-index", "1",
                "mthreads.com/predicate-time", NANOS,
                "mthreads.com/predicate-node", "n1",
                "hami.io/mthreads-vgpu-devices-allocated",
                    "n1-mthreads-1,Mthreads,32768,8:;;n1-mthreads-1,Mthreads,8192,4:;")),
        arguments(
            "Vastai",
            "vastaitech.com/va",
            listing("hami.io/node-va-register", "[" + card("v0", 0) + "]"),
            share("v0", 0, 0),
            share("v0", 0, 0),
            Map.of(
                "hami.io/Vastai-devices-to-allocate", "v0,Vastai,0,0:;;v0,Vastai,0,0:;",
                "hami.io/Vastai-devices-allocated", "v0,Vastai,0,0:;;v0,Vastai,0,0:;")),
        arguments(
            "Ascend910B4-1",
            "huawei.com/Ascend910B4-1",
            listing("hami.io/node-register-Ascend910B4-1", "[" + card("h0", 0) + "]"),
            share("h0", 16384, 0),
            share("h0", 65536, 0),
            Map.of(
                "huawei.com/Ascend910B4-1",
                    "[{\"UUID\":\"h0\",\"temp\":\"vir05_1c_16g\"},{\"UUID\":\"h0\"}]",
                "predicate-time", SECONDS,
                "hami.io/Ascend910B4-1-devices-to-allocate",
                    "h0,Ascend910B4-1,16384,0:;;h0,Ascend910B4-1,65536,0:;",
                "hami.io/Ascend910B4-1-devices-allocated",
                    "h0,Ascend910B4-1,16384,0:;;h0,Ascend910B4-1,65536,0:;")));
  }

  private static List<DeviceShare> share(String uuid, long memory, int cores) {
    return List.of(new DeviceShare(uuid, memory, cores));
  }

  private static List<DeviceShare> shares(List<DeviceShare> first, List<DeviceShare> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("families")
  void theDevicePluginFindsWhatItReads(
      String word,
      String resource,
      Nodes node,
      List<DeviceShare> init,
      List<DeviceShare> app,
      Map<String, String> ofFamily) {
    Map<String, String> expected = new LinkedHashMap<>(ofFamily);
    expected.put("hami.io/vgpu-node", "n1");
    expected.put("hami.io/vgpu-time", SECONDS);
    expected.put("hami.io/bind-phase", "allocating");
    expected.put("hami.io/bind-time", SECONDS);

    assertThat(written(word, pod(resource, app.size()), node, List.of(init, List.of(), app)))
        .isEqualTo(expected);
  }

  @Test
  void aCardThatIsNotRegisteredAnyMoreHasNoIndexToTell() {
    PlacementAnnotations annotations = new PlacementAnnotations(Families.ALL);
    NodeSnapshot node = snapshot(offering(Map.of("kunlunxin.com/xpu", "1")));

    assertThat(annotations.unknownDevice(allocation("kunlun", share("n1-kunlun-0", 1, 1)), node))
        .isNull();
    assertThat(annotations.unknownDevice(allocation("kunlun", share("n1-kunlun-1", 1, 1)), node))
        .isEqualTo("n1-kunlun-1");
    assertThat(annotations.unknownDevice(allocation("DCU", share("d0", 1, 1)), node)).isNull();
  }

  private static PodAllocation allocation(String word, List<DeviceShare> shares) {
    return new PodAllocation(Map.of(word, List.of(shares)));
  }

  private static PodRecord pod(String resource, int count) {
    Containers asks = aContainer("app").limit(resource, Integer.toString(count));
    return aPod("p")
        .init(aContainer("init").limit(resource, "1"))
        .app(aContainer("log"))
        .app(asks)
        .read(Families.ALL);
  }

  private static Map<String, String> written(
      String word, PodRecord pod, Nodes node, List<List<DeviceShare>> slots) {
    return new PlacementAnnotations(Families.ALL)
        .of(pod, "n1", new PodAllocation(Map.of(word, slots)), snapshot(node), AT);
  }

  private static NodeSnapshot snapshot(Nodes node) {
    NodeRecord record = node.read(Families.ALL);
    return new NodeSnapshot("n1", record, Map.of(), Map.of(), List.of(), List.of());
  }
}
