package io.tidemark.app.tls;

import jakarta.inject.Singleton;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate that the next handshake shows. One handshake asks three times: for an alias, then
 * for its key and its chain. So an alias stands for one certificate, and the one before stays for
 * handshakes that are under way.
 */
@Singleton
public class CurrentCertificate extends X509ExtendedKeyManager {
  private record Entry(String alias, ServingCertificate certificate) {}

  private record Entries(Entry current, @Nullable Entry before) {}

  private volatile @Nullable Entries entries;
  private long count;

  synchronized void replace(ServingCertificate certificate) {
    count++;
    Entries now = entries;
    entries =
        new Entries(
            new Entry(Long.toString(count), certificate), now == null ? null : now.current());
  }

  Optional<ServingCertificate> get() {
    Entries now = entries;
    return now == null ? Optional.empty() : Optional.of(now.current().certificate());
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
    Entries now = entries;
    return now != null && now.current().certificate().key().getAlgorithm().equals(keyType)
        ? now.current().alias()
        : null;
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return chooseEngineServerAlias(keyType, issuers, null);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    ServingCertificate certificate = find(alias);
    return certificate == null ? null : certificate.key();
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    ServingCertificate certificate = find(alias);
    return certificate == null ? null : certificate.chain().toArray(new X509Certificate[0]);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    String alias = chooseEngineServerAlias(keyType, issuers, null);
    return alias == null ? null : new String[] {alias};
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }

  @Override
  public @Nullable String chooseClientAlias(
      String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
    return null;
  }

  private @Nullable ServingCertificate find(String alias) {
    Entries now = entries;
    if (now == null) {
      return null;
    }
    if (now.current().alias().equals(alias)) {
      return now.current().certificate();
    }
    Entry before = now.before();
    return before != null && before.alias().equals(alias) ? before.certificate() : null;
  }
}
