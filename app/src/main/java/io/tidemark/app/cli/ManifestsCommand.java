package io.tidemark.app.cli;

import io.tidemark.admission.bus.AdmissionConfig;
import io.tidemark.api.family.DeviceFamilies;
import io.tidemark.app.config.FamiliesConfig;
import io.tidemark.app.config.FilterMode;
import io.tidemark.app.config.InvalidConfigurationException;
import io.tidemark.app.manifests.ManifestOptions;
import io.tidemark.app.manifests.ManifestOptions.Extender;
import io.tidemark.app.manifests.ManifestOptions.Settings;
import io.tidemark.app.manifests.ManifestOptions.TextFile;
import io.tidemark.app.manifests.Manifests;
import io.tidemark.app.manifests.Part;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark manifests}. */
@Command(
    name = "manifests",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    header = "Writes the Kubernetes objects that put Tidemark into a cluster.",
    description = {
      "",
      "Made from the enabled device families, since every resource name of every",
      "family has to be in several of them. Nothing is sent anywhere.",
      "docs/install.md says what each part is for.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  tidemark manifests --image tidemark:0.1.0 | kubectl apply -f -",
      "  tidemark manifests --directory manifests --config tidemark.yaml",
      "  tidemark manifests policies webhooks"
    })
public final class ManifestsCommand implements Callable<Integer> {
  private final DeviceFamilies families;
  private final FamiliesConfig familiesConfig;
  private final AdmissionConfig admission;
  private final String version;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "PART",
      description = {
        "Only these: namespace, policies, tidemark,",
        "kube-scheduler, webhooks, scheduler-configuration.",
        "Default: all that kubectl can apply."
      })
  private List<String> parts = new ArrayList<>();

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "Write a file for each part instead of one text.")
  private @Nullable Path directory;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      defaultValue = ManifestOptions.NAMESPACE,
      description = "Where Tidemark runs. Default: ${DEFAULT-VALUE}.")
  private String namespace = "";

  @Option(
      names = "--image",
      paramLabel = "IMAGE",
      description = "Tidemark's image. Default: tidemark:VERSION.")
  private @Nullable String image;

  @Option(
      names = "--kube-scheduler-image",
      paramLabel = "IMAGE",
      defaultValue = "kube-scheduler:v1.36.3",
      description = {"Of your cluster's version.", "Default: ${DEFAULT-VALUE}."})
  private String kubeSchedulerImage = "";

  @Option(
      names = "--device-user",
      paramLabel = "USER",
      split = ",",
      defaultValue = ManifestOptions.HAMI_DEVICE_PLUGIN,
      description = {
        "Who may write placements and node locks besides",
        "Tidemark; may be repeated. Default: HAMi's plugin,",
        "${DEFAULT-VALUE}."
      })
  private List<String> deviceUsers = new ArrayList<>();

  @Option(
      names = "--filter-mode",
      paramLabel = "one|all",
      defaultValue = "one",
      description = {
        "Whether a filter answers the one node that was",
        "reserved, or all that fit, so that kube-scheduler's",
        "own scores count. Default: ${DEFAULT-VALUE}."
      })
  private FilterMode filterMode = FilterMode.ONE;

  @Option(
      names = "--extender-url",
      paramLabel = "URL",
      description = {
        "Where kube-scheduler reaches Tidemark. Default: the",
        "Service tidemark-extender in the namespace, by https."
      })
  private @Nullable URI extenderUrl;

  @Option(
      names = "--extender-ca",
      paramLabel = "FILE",
      defaultValue = ManifestOptions.EXTENDER_CA_FILE,
      description =
          "Its certificate authority, where kube-scheduler runs. Default: ${DEFAULT-VALUE}.")
  private String extenderCa = "";

  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "For a kube-scheduler outside of the cluster.")
  private @Nullable String kubeconfig;

  @Mixin private ConfigOption config;

  @Inject
  public ManifestsCommand(
      DeviceFamilies families,
      FamiliesConfig familiesConfig,
      AdmissionConfig admission,
      @ConfigProperty(name = "quarkus.application.version") String version) {
    this.families = families;
    this.familiesConfig = familiesConfig;
    this.admission = admission;
    this.version = version;
  }

  @Override
  public Integer call() {
    Manifests manifests = new Manifests(families, options());
    List<Part> chosen = parts.stream().map(this::part).toList();
    if (directory != null) {
      for (Part part : chosen.isEmpty() ? Arrays.asList(Part.values()) : chosen) {
        write(directory.resolve(part.file()), manifests.yaml(List.of(part)));
      }
      return ExitCode.OK;
    }
    List<Part> printed =
        chosen.isEmpty() ? Arrays.stream(Part.values()).filter(Part::isApplied).toList() : chosen;
    spec.commandLine().getOut().print(manifests.yaml(printed));
    spec.commandLine().getOut().flush();
    return ExitCode.OK;
  }

  private ManifestOptions options() {
    try {
      return new ManifestOptions(
          namespace,
          image == null ? "tidemark:" + version : image,
          kubeSchedulerImage,
          admission.schedulerNames(),
          deviceUsers,
          new Extender(
              extenderUrl == null ? ManifestOptions.extenderUrl(namespace) : extenderUrl,
              extenderCa,
              kubeconfig),
          filterMode,
          settings());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()));
    }
  }

  /** What this run was given, the running Tidemark must be given too. */
  private Settings settings() {
    Path file = config.file();
    List<TextFile> families = new ArrayList<>();
    for (Path family : familiesConfig.files().orElse(List.of())) {
      families.add(read(family));
    }
    Path hami = familiesConfig.hamiDeviceConfig().orElse(null);
    return new Settings(
        file == null ? null : read(file), families, hami == null ? null : read(hami));
  }

  private Part part(String word) {
    for (Part part : Part.values()) {
      if (part.word().equals(word)) {
        return part;
      }
    }
    throw new ParameterException(
        spec.commandLine(),
        "no part "
            + word
            + "; there are "
            + String.join(", ", Arrays.stream(Part.values()).map(Part::word).toList()));
  }

  private static TextFile read(Path file) {
    try {
      return new TextFile(String.valueOf(file.getFileName()), Files.readString(file));
    } catch (IOException e) {
      throw new InvalidConfigurationException("cannot read " + file + ": " + e);
    }
  }

  private void write(Path file, String content) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new ParameterException(
          spec.commandLine(), "--directory: cannot write " + file + ": " + e);
    }
  }
}
