package io.tidemark.app.tls;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.app.config.Causes;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.config.OwnNamespace;
import io.tidemark.app.leadership.Leadership;
import io.tidemark.app.leadership.LeadershipState.Leading;
import io.tidemark.app.threads.DaemonThreads;
import io.tidemark.app.tls.SelfSignedCertificates.Writes;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Keeps the HTTPS endpoint's certificate up to date. */
@ApplicationScoped
public class ServingCertificates {
  private static final Logger LOG = Logger.getLogger(ServingCertificates.class);

  private static final String PREFIX = "tidemark.tls.";

  private final TlsConfig config;
  private final KubernetesClient client;
  private final CurrentCertificate current;
  private final Leadership leadership;
  private final MeterRegistry metrics;
  private final Clock clock;
  private @Nullable ScheduledExecutorService thread;
  private @Nullable String problem;
  private boolean told;

  public ServingCertificates(
      TlsConfig config,
      KubernetesClient client,
      CurrentCertificate current,
      Leadership leadership,
      MeterRegistry metrics,
      Clock clock) {
    this.config = config;
    this.client = client;
    this.current = current;
    this.leadership = leadership;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Loads the certificate, or makes it, and goes on looking for a newer one. Returns once the
   * endpoint can be called; does nothing where there is no HTTPS.
   *
   * @throws InvalidConfigurationException where there is no certificate that can be used
   */
  public void start() {
    start(Writes.AS_NEEDED);
  }

  /** As {@link #start()}, but writes nothing to the cluster, whoever leads. */
  public void startReadingOnly() {
    start(Writes.NEVER);
  }

  /** Looks no more; the endpoint keeps its certificate. */
  public synchronized void stop() {
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
    }
  }

  /** When the certificate in use expires; empty where there is none. */
  public Optional<Instant> expiresAt() {
    return current.get().map(ServingCertificate::expiresAt);
  }

  private synchronized void start(Writes writes) {
    if (config.source() == TlsConfig.Source.NONE) {
      return;
    }
    CertificateSource source = source(writes);
    try {
      current.replace(source.read());
    } catch (UnusableCertificateException | KubernetesClientException e) {
      throw new InvalidConfigurationException(PREFIX + "source: " + Causes.line(e));
    }
    Gauge.builder("tidemark.tls.certificate.expiration.timestamp", this, it -> it.expirySeconds())
        .description("When the certificate in use expires, as seconds since 1970")
        .baseUnit("seconds")
        .register(metrics);
    long period = config.reloadPeriod().toMillis();
    thread =
        Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("tidemark-certificates"));
    thread.scheduleWithFixedDelay(() -> refresh(source), period, period, TimeUnit.MILLISECONDS);
  }

  private CertificateSource source(Writes writes) {
    if (config.reloadPeriod().toMillis() < 1) {
      throw new InvalidConfigurationException(
          PREFIX + "reload-period: must be at least 1 ms, found " + config.reloadPeriod());
    }
    return config.source() == TlsConfig.Source.FILES
        ? new CertificateFiles(file("certificate", config.certificate()), file("key", config.key()))
        : selfSigned(writes);
  }

  private static Path file(String setting, Optional<Path> file) {
    return file.orElseThrow(
        () ->
            new InvalidConfigurationException(
                PREFIX + setting + ": is missing, " + PREFIX + "source is files"));
  }

  private CertificateSource selfSigned(Writes writes) {
    Duration lifetime = config.leafLifetime();
    if (lifetime.toHours() < 1 || lifetime.compareTo(Rotation.LONGEST_LEAF) > 0) {
      throw new InvalidConfigurationException(
          PREFIX + "leaf-lifetime: must be between 1 hour and 825 days, found " + lifetime);
    }
    String namespace = OwnNamespace.of(config.namespace(), client);
    ServerNames names =
        ServerNames.of(config.services(), namespace, config.names().orElse(List.of()));
    return new SelfSignedCertificates(
        new SharedSecret(client, namespace, config.secret()),
        new CaBundles(client, config.mutatingWebhook(), config.validatingWebhook()),
        new Rotation(new CertificateIssuer(new SecureRandom()), names, lifetime),
        clock,
        () -> leadership.state() instanceof Leading,
        writes);
  }

  private void refresh(CertificateSource source) {
    try {
      ServingCertificate read = source.read();
      if (!current.get().map(ServingCertificate::chain).equals(Optional.of(read.chain()))) {
        current.replace(read);
        LOG.infof("the certificate was replaced; the new one expires at %s", read.expiresAt());
      }
      problem = null;
    } catch (UnusableCertificateException | RuntimeException e) {
      report(Causes.line(e));
    }
  }

  /**
   * Once for each problem, when it is met for the second time: a certificate and its key are two
   * files, and between their writes they do not belong together.
   */
  private void report(String message) {
    if (!message.equals(problem)) {
      problem = message;
      told = false;
    } else if (!told) {
      told = true;
      LOG.warnf("the certificate in use stays: %s", message);
    }
  }

  private double expirySeconds() {
    return expiresAt().map(Instant::getEpochSecond).orElse(0L);
  }
}
