package io.tidemark.controlplane.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * What is built, and how. A Kubernetes release pins its staging repositories to its own source
 * tree; outside of that tree {@code kubernetes/go.mod} replaces each by its published version.
 */
final class Recipe {
  static final String KUBERNETES_VERSION = "v1.36.3";

  private static final String COMPONENT_VERSION = "k8s.io/component-base/version.";
  private static final String STRIPPED = "-s -w";

  private static final GoModule ETCD =
      new GoModule("etcd", STRIPPED, List.of("go.etcd.io/etcd/server/v3"), Program.ETCD.fileName());

  /** Without the link flags the API server says v0.0.0, and clients judge features by it. */
  private static final GoModule KUBERNETES =
      new GoModule(
          "kubernetes",
          String.join(
              " ",
              STRIPPED,
              "-X " + COMPONENT_VERSION + "gitVersion=" + KUBERNETES_VERSION,
              "-X " + COMPONENT_VERSION + "gitMajor=1",
              "-X " + COMPONENT_VERSION + "gitMinor=36"),
          List.of(
              "k8s.io/kubernetes/cmd/kube-apiserver",
              "k8s.io/kubernetes/cmd/kube-scheduler",
              "k8s.io/kubernetes/cmd/kube-controller-manager",
              "k8s.io/kubernetes/cmd/kubectl"),
          ".");

  static final List<GoModule> MODULES = List.of(ETCD, KUBERNETES);

  private Recipe() {}

  /** The name of this recipe's cache entry: it changes with every source and every flag. */
  static String key() {
    MessageDigest digest = sha256();
    for (GoModule module : MODULES) {
      digest.update(module.toString().getBytes(StandardCharsets.UTF_8));
      digest.update(resource(module, "go.mod"));
      digest.update(resource(module, "go.sum"));
    }
    return KUBERNETES_VERSION + "-" + HexFormat.of().formatHex(digest.digest(), 0, 4);
  }

  /** A file of a module's resource folder. */
  static byte[] resource(GoModule module, String file) {
    String name = module.directory() + "/" + file;
    try (InputStream in = Recipe.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("resource " + name + " is missing");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
