package io.tidemark.admission;

import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.api.family.DeviceFamily;
import io.tidemark.api.family.FamilyReader;
import io.tidemark.api.fixture.Families;
import java.util.List;

/** NVIDIA with other admission rules than the bundled ones. */
final class TestFamilies {
  private TestFamilies() {}

  /** Every rule that a family can have, and a second family beside it. */
  static DeviceFamilies withEveryRule() {
    return FamilyReader.withBundled(
        List.of(
            Families.ACME,
            nvidia(
                """
                  defaultCount: 1
                  wholeCardTakesAllCores: true
                  runtimeClassName: nvidia
                  priorityEnv: CUDA_TASK_PRIORITY
                  corePolicyEnv: GPU_CORE_UTILIZATION_POLICY
                  corePolicy: force
                  hideDevices: {name: NVIDIA_VISIBLE_DEVICES, value: none}
                """)));
  }

  static DeviceFamilies nvidiaWith(String admission) {
    return DeviceFamilies.of(List.of(nvidia(admission)));
  }

  private static DeviceFamily nvidia(String admission) {
    return Families.read(
        """
        word: NVIDIA
        resources:
          count: nvidia.com/gpu
          memory: nvidia.com/gpumem
          memoryPercent: nvidia.com/gpumem-percentage
          cores: nvidia.com/gpucores
          priority: nvidia.com/priority
        inventory: {register: hami.io/node-nvidia-register}
        annotations:
          toAllocate: hami.io/vgpu-devices-to-allocate
          allocated: hami.io/vgpu-devices-allocated
        admission:
        """
            + admission);
  }
}
