package io.tidemark.app.manifests;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** Makes a Deployment start new pods when files change that its program reads only at its start. */
final class Checksum {
  private static final String KEY = "tidemark.io/files";
  private static final int LENGTH = 16;

  private Checksum() {}

  /** The annotation for a ConfigMap's data; none for no data. */
  static Map<String, Object> annotation(Map<String, Object> data) {
    return data.isEmpty() ? Tree.map() : Tree.map(KEY, of(ManifestYaml.text(data)));
  }

  private static String of(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
