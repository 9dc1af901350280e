package io.tidemark.app.tls;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Where the certificate of the HTTPS endpoint comes from. */
@ConfigMapping(prefix = "tidemark.tls")
public interface TlsConfig {
  /** Without a source there is no HTTPS endpoint, only the plain one. */
  enum Source {
    NONE,
    FILES,
    SELF_SIGNED
  }

  @WithDefault("none")
  Source source();

  /** For source files: the certificate and those above it, as PEM. */
  Optional<Path> certificate();

  /** For source files: the private key of the certificate, as PEM. */
  Optional<Path> key();

  /** How often files and Secret are looked at. */
  @WithDefault("5s")
  Duration reloadPeriod();

  /** For source self-signed: the name of the Secret that the replicas share. */
  @WithDefault("tidemark-tls")
  String secret();

  /** The namespace of Secret and Services. Default: where the client's credentials are from. */
  @WithDefault("${POD_NAMESPACE:}")
  Optional<String> namespace();

  /** For source self-signed: the Services through which Tidemark is called. */
  @WithDefault("tidemark")
  List<String> services();

  /** For source self-signed: further DNS names and IP addresses by which Tidemark is called. */
  Optional<List<String>> names();

  /** For source self-signed: how long a leaf is valid; it is renewed after two thirds of it. */
  @WithDefault("90d")
  Duration leafLifetime();

  /** For source self-signed: whose caBundle is kept in step. */
  Optional<String> mutatingWebhook();

  /** For source self-signed: whose caBundle is kept in step. */
  Optional<String> validatingWebhook();
}
