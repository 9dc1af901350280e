package io.tidemark.controlplane;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The secrets of one control plane, as files: user tokens and the key of service accounts. */
final class Credentials {
  private static final int TOKEN_BYTES = 16;
  private static final int RSA_BITS = 2048;

  private final Path directory;
  private final Map<String, String> tokens = new LinkedHashMap<>();

  private Credentials(Path directory) {
    this.directory = directory;
  }

  /** Makes new secrets for these users. */
  static Credentials create(Path directory, List<User> users) throws IOException {
    Files.createDirectories(directory);
    Credentials credentials = new Credentials(directory);
    credentials.writeTokens(users);
    credentials.writeServiceAccountKeys();
    return credentials;
  }

  /** For {@code --token-auth-file}. */
  Path tokenFile() {
    return directory.resolve("tokens.csv");
  }

  /** For {@code --service-account-signing-key-file}. */
  Path serviceAccountPrivateKey() {
    return directory.resolve("service-account.key");
  }

  /** For {@code --service-account-key-file}. */
  Path serviceAccountPublicKey() {
    return directory.resolve("service-account.pub");
  }

  /**
   * A user's token.
   *
   * @throws IllegalArgumentException the control plane was not started with that user
   */
  String token(String user) {
    String token = tokens.get(user);
    if (token == null) {
      throw new IllegalArgumentException(
          "no user " + user + "; the API server knows " + tokens.keySet());
    }
    return token;
  }

  private void writeTokens(List<User> users) throws IOException {
    SecureRandom random = new SecureRandom();
    List<String> lines = new ArrayList<>();
    for (User user : users) {
      byte[] bytes = new byte[TOKEN_BYTES];
      random.nextBytes(bytes);
      String token = HexFormat.of().formatHex(bytes);
      if (tokens.put(user.name(), token) != null) {
        throw new IllegalArgumentException("two users are named " + user.name());
      }
      lines.add(
          "%s,%s,%s,\"%s\""
              .formatted(token, user.name(), user.name(), String.join(",", user.groups())));
    }
    Files.write(tokenFile(), lines);
  }

  private void writeServiceAccountKeys() throws IOException {
    KeyPair pair;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(RSA_BITS);
      pair = generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has RSA", e);
    }
    writePem(serviceAccountPrivateKey(), "PRIVATE KEY", pair.getPrivate().getEncoded());
    writePem(serviceAccountPublicKey(), "PUBLIC KEY", pair.getPublic().getEncoded());
  }

  private static void writePem(Path file, String kind, byte[] der) throws IOException {
    Base64.Encoder encoder =
        Base64.getMimeEncoder(64, System.lineSeparator().getBytes(StandardCharsets.US_ASCII));
    Files.writeString(
        file,
        "-----BEGIN %s-----%n%s%n-----END %s-----%n"
            .formatted(kind, encoder.encodeToString(der), kind));
  }
}
