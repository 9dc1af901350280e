package io.tidemark.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** Writes kubeconfig files of one user, one cluster and one context. */
final class Kubeconfig {
  private Kubeconfig() {}

  /**
   * Writes one, with everything inside.
   *
   * @param file is replaced
   * @param server the address of the API server
   * @param authority the PEM file of its certificate authority
   * @param user the name of the user entry
   * @param token the user's bearer token
   */
  static void write(Path file, String server, Path authority, String user, String token)
      throws IOException {
    String encoded = Base64.getEncoder().encodeToString(Files.readAllBytes(authority));
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: "%s"
          user:
            token: %s
        contexts:
        - name: test
          context:
            cluster: test
            user: "%s"
        current-context: test
        """
            .formatted(server, encoded, user, token, user),
        StandardCharsets.UTF_8);
  }
}
