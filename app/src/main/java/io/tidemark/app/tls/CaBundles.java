package io.tidemark.app.tls;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MutatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/** What the API server trusts when it calls the webhooks: {@code caBundle} of each. */
final class CaBundles {
  private static final Logger LOG = Logger.getLogger(CaBundles.class);

  private record Hook(String name, @Nullable String caBundle) {}

  private final KubernetesClient client;
  private final Optional<String> mutating;
  private final Optional<String> validating;

  /**
   * @param mutating the name of a MutatingWebhookConfiguration
   * @param validating the name of a ValidatingWebhookConfiguration
   */
  CaBundles(KubernetesClient client, Optional<String> mutating, Optional<String> validating) {
    this.client = client;
    this.mutating = mutating;
    this.validating = validating;
  }

  /**
   * Makes every webhook trust exactly {@code authorities}; one that does already is not written.
   *
   * @param authorities as PEM
   * @return true where all did already
   */
  boolean keep(String authorities) {
    String bundle = SecretContent.base64(authorities);
    boolean inStep = true;
    if (mutating.isPresent()) {
      inStep =
          keep(
              client
                  .admissionRegistration()
                  .v1()
                  .mutatingWebhookConfigurations()
                  .withName(mutating.get()),
              "MutatingWebhookConfiguration " + mutating.get(),
              CaBundles::hooks,
              bundle);
    }
    if (validating.isPresent()) {
      inStep &=
          keep(
              client
                  .admissionRegistration()
                  .v1()
                  .validatingWebhookConfigurations()
                  .withName(validating.get()),
              "ValidatingWebhookConfiguration " + validating.get(),
              CaBundles::hooks,
              bundle);
    }
    return inStep;
  }

  private static <T extends HasMetadata> boolean keep(
      Resource<T> resource, String place, Function<T, List<Hook>> hooks, String bundle) {
    T configuration = resource.get();
    if (configuration == null) {
      return true; // Nobody calls us by it; when it appears it is looked at again.
    }
    List<String> changes = new ArrayList<>();
    List<Hook> found = hooks.apply(configuration);
    for (int i = 0; i < found.size(); i++) {
      if (!bundle.equals(found.get(i).caBundle())) {
        String path = "/webhooks/" + i;
        changes.add(operation("test", path + "/name", found.get(i).name()));
        changes.add(operation("add", path + "/clientConfig/caBundle", bundle));
      }
    }
    if (changes.isEmpty()) {
      return true;
    }
    resource.patch(PatchContext.of(PatchType.JSON), "[" + String.join(",", changes) + "]");
    LOG.infof("%s trusts the authority now", place);
    return false;
  }

  /** Names of webhooks and base64 have nothing to escape. */
  private static String operation(String operation, String path, String value) {
    return "{\"op\":\"" + operation + "\",\"path\":\"" + path + "\",\"value\":\"" + value + "\"}";
  }

  private static List<Hook> hooks(MutatingWebhookConfiguration configuration) {
    return configuration.getWebhooks().stream()
        .map(hook -> new Hook(hook.getName(), bundle(hook.getClientConfig())))
        .toList();
  }

  private static List<Hook> hooks(ValidatingWebhookConfiguration configuration) {
    return configuration.getWebhooks().stream()
        .map(hook -> new Hook(hook.getName(), bundle(hook.getClientConfig())))
        .toList();
  }

  private static @Nullable String bundle(@Nullable WebhookClientConfig config) {
    return config == null ? null : config.getCaBundle();
  }
}
