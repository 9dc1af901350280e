package io.tidemark.api.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.fixture.Seeds;
import io.tidemark.api.model.Device;
import io.tidemark.api.model.DeviceId;
import io.tidemark.api.model.DeviceShare;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CodecPropertiesTest {
  private static final String PIECES = "GPU-a,NVIDIA;:0123456789-. []{}\"idcount\n";

  @Test
  void anAllocationComesBackSlotForSlot() {
    Seeds.forAll(
        2_000,
        random -> {
          List<List<DeviceShare>> slots = slots(random);
          List<Boolean> asking = asking(slots);
          String text = AllocationCodec.encode(slots, "NVIDIA");

          assertThat(AllocationCodec.decode(text, asking)).isEqualTo(slots);
          assertThat(AllocationCodec.decode(text + ";".repeat(random.nextInt(4)), asking))
              .as("with empty slots at its end")
              .isEqualTo(slots);
        });
  }

  @Test
  void anAllocationWhoseEmptySlotsHamiDroppedComesBackSlotForSlot() {
    Seeds.forAll(
        2_000,
        random -> {
          List<List<DeviceShare>> slots = slots(random);
          List<List<DeviceShare>> kept = new ArrayList<>(slots);
          kept.removeIf(slot -> slot.isEmpty() && random.nextBoolean());
          String text = AllocationCodec.encode(kept, "NVIDIA") + ";".repeat(random.nextInt(3));

          assertThat(AllocationCodec.decode(text, asking(slots))).as(text).isEqualTo(slots);
        });
  }

  @Test
  void aRegisterComesBackInItsOrder() {
    Seeds.forAll(
        1_000,
        random -> {
          List<Device> devices = devices(random);
          List<Device> shuffled = new ArrayList<>(devices);
          Collections.shuffle(shuffled, random);
          assertThat(RegisterCodec.decodeJson(RegisterCodec.encodeJson(shuffled), "F", null))
              .isEqualTo(new RegisterCodec.Register(devices, List.of()));
          assertThat(RegisterCodec.decodeLine(line(shuffled), "F", null))
              .isEqualTo(new RegisterCodec.Register(devices, List.of()));
        });
  }

  /** The line form with nine fields. */
  private static String line(List<Device> devices) {
    StringBuilder text = new StringBuilder();
    for (Device device : devices) {
      text.append(
          String.format(
              Locale.ROOT,
              "%s,%d,%d,%d,%s,%d,%b,%d,%s:",
              device.id().uuid(),
              device.slots(),
              device.memoryMiB(),
              device.cores(),
              device.model(),
              device.numaNode(),
              device.healthy(),
              device.index(),
              device.mode()));
    }
    return text.toString();
  }

  @Test
  void noTextWhateverBringsAnythingButAValueOrAReason() {
    Seeds.forAll(
        5_000,
        random -> {
          StringBuilder text = new StringBuilder();
          for (int i = random.nextInt(40); i > 0; i--) {
            int at = random.nextInt(PIECES.length() - 6);
            text.append(PIECES, at, at + 1 + random.nextInt(6));
          }
          reasonOf(() -> AllocationCodec.decode(text.toString(), List.of(true, false)));
          reasonOf(() -> RegisterCodec.decodeJson(text.toString(), "F", null));
          reasonOf(() -> RegisterCodec.decodeLine(text.toString(), "F", null));
        });
  }

  private interface Decoding {
    void run() throws AnnotationFormatException;
  }

  private static void reasonOf(Decoding decoding) {
    try {
      decoding.run();
    } catch (AnnotationFormatException e) {
      assertThat(e.reason()).isNotBlank().doesNotContain("\n").hasSizeLessThan(400);
    }
  }

  private static List<List<DeviceShare>> slots(Random random) {
    List<List<DeviceShare>> slots = new ArrayList<>();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      List<DeviceShare> slot = new ArrayList<>();
      for (int j = random.nextInt(3); j > 0; j--) {
        slot.add(
            new DeviceShare(
                "GPU-" + random.nextInt(5),
                random.nextInt(Integer.MAX_VALUE),
                random.nextInt(AllocationCodec.MAX_CORES + 1)));
      }
      slots.add(slot);
    }
    return slots;
  }

  private static List<Boolean> asking(List<List<DeviceShare>> slots) {
    return slots.stream().map(slot -> !slot.isEmpty()).toList();
  }

  private static List<Device> devices(Random random) {
    List<Device> devices = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      devices.add(
          new Device(
              new DeviceId("F", "card-" + i),
              random.nextInt(4),
              "Model " + i,
              random.nextInt(Integer.MAX_VALUE),
              random.nextInt(401),
              random.nextInt(Integer.MAX_VALUE),
              random.nextInt(4) - 1,
              random.nextBoolean(),
              random.nextBoolean() ? "hami-core" : ""));
    }
    devices.sort(Comparator.comparingInt(Device::index).thenComparing(d -> d.id().uuid()));
    return devices;
  }
}
