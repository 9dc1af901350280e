package io.tidemark.app.tls;

import io.quarkus.tls.runtime.KeyStoreAndKeyCertOptions;
import io.quarkus.tls.runtime.KeyStoreProvider;
import io.smallrye.common.annotation.Identifier;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import jakarta.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The key store of the TLS configuration {@code tidemark}, which {@code
 * quarkus.http.tls-configuration-name} names. Where it is null Quarkus opens no HTTPS port. Quarkus
 * asks once, before any command runs: nothing is read here.
 */
@Singleton
@Identifier("tidemark")
public class HttpsKeyStore implements KeyStoreProvider {
  private final TlsConfig config;
  private final CurrentCertificate current;

  public HttpsKeyStore(TlsConfig config, CurrentCertificate current) {
    this.config = config;
    this.current = current;
  }

  @Override
  public @Nullable KeyStoreAndKeyCertOptions getKeyStore(Vertx vertx) {
    return config.source() == TlsConfig.Source.NONE
        ? null
        : new KeyStoreAndKeyCertOptions(null, KeyCertOptions.wrap(current));
  }
}
