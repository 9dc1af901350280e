package io.tidemark.benchmarks.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** How figures are printed. */
final class Figures {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final int KIB_PER_MIB = 1024;

  private Figures() {}

  @SuppressWarnings("SystemOut")
  static void print(String what, String seen) {
    System.out.println(what + ": " + seen);
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f ms", nanos / NANOS_PER_MILLI);
  }

  /** The resident memory of a process, where the system tells it as Linux does. */
  static String resident(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .map(line -> Long.parseLong(line.replaceAll("\\D", "")) / KIB_PER_MIB + " MiB")
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}
