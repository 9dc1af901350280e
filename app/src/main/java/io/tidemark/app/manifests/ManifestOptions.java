package io.tidemark.app.manifests;

import io.tidemark.app.config.FilterMode;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What differs from one cluster to the next.
 *
 * @param namespace where Tidemark and its kube-scheduler run
 * @param image of Tidemark
 * @param kubeSchedulerImage of the cluster's own version
 * @param schedulerNames a profile of kube-scheduler for each, so that no pod that Tidemark takes
 *     for its own waits for a scheduler that nobody runs; at least one
 * @param deviceUsers user names, besides Tidemark's own, that may write placements and node locks:
 *     the device plugins
 * @param extender how kube-scheduler reaches Tidemark
 * @param filterMode how many nodes a filter answers
 * @param settings files that the running Tidemark is to be given, as they are
 */
public record ManifestOptions(
    String namespace,
    String image,
    String kubeSchedulerImage,
    List<String> schedulerNames,
    List<String> deviceUsers,
    Extender extender,
    FilterMode filterMode,
    Settings settings) {

  /** HAMi's device plugin as its chart installs it. */
  public static final String HAMI_DEVICE_PLUGIN =
      "system:serviceaccount:kube-system:hami-device-plugin";

  public static final String NAMESPACE = "tidemark-system";

  /** Where kube-scheduler's pod finds the certificate authority of its extender. */
  public static final String EXTENDER_CA_FILE = "/etc/tidemark/tls/ca.crt";

  public ManifestOptions {
    schedulerNames = List.copyOf(schedulerNames);
    deviceUsers = List.copyOf(deviceUsers);
    if (schedulerNames.isEmpty()) {
      throw new IllegalArgumentException("at least one scheduler name is needed");
    }
  }

  /** The address of the extender's Service in a namespace. */
  public static URI extenderUrl(String namespace) {
    return URI.create("https://" + Names.EXTENDER_SERVICE + "." + namespace + ".svc:443");
  }

  /**
   * @param url with {@code https} the certificate is checked against {@code caFile}; plain {@code
   *     http} is for a kube-scheduler on the same machine
   * @param caFile a path where kube-scheduler runs
   * @param kubeconfig a path where kube-scheduler runs; null inside a cluster
   */
  public record Extender(URI url, String caFile, @Nullable String kubeconfig) {
    public Extender {
      if (!"https".equals(url.getScheme()) && !"http".equals(url.getScheme())) {
        throw new IllegalArgumentException("an extender's URL is http or https, found " + url);
      }
    }

    boolean secure() {
      return "https".equals(url.getScheme());
    }
  }

  /**
   * Files that become one directory where Tidemark runs.
   *
   * @param config the file of {@code --config}; null for the defaults
   * @param families files with device families
   * @param hamiDeviceConfig HAMi's configuration of devices; null where it is not used
   */
  public record Settings(
      @Nullable TextFile config, List<TextFile> families, @Nullable TextFile hamiDeviceConfig) {
    public static final Settings DEFAULTS = new Settings(null, List.of());

    /** Without HAMi's configuration. */
    public Settings(@Nullable TextFile config, List<TextFile> families) {
      this(config, families, null);
    }

    /**
     * @throws IllegalArgumentException where two files have one name
     */
    public Settings {
      families = List.copyOf(families);
      Set<String> names = new HashSet<>();
      for (TextFile file : all(config, families, hamiDeviceConfig)) {
        if (!names.add(file.name())) {
          throw new IllegalArgumentException(
              "two files of settings are named " + file.name() + "; give them different names");
        }
      }
    }

    List<TextFile> all() {
      return all(config, families, hamiDeviceConfig);
    }

    private static List<TextFile> all(
        @Nullable TextFile config, List<TextFile> families, @Nullable TextFile hamiDeviceConfig) {
      List<TextFile> files = new ArrayList<>();
      if (config != null) {
        files.add(config);
      }
      files.addAll(families);
      if (hamiDeviceConfig != null) {
        files.add(hamiDeviceConfig);
      }
      return files;
    }
  }

  /**
   * @param name without a directory
   */
  public record TextFile(String name, String content) {
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");

    /**
     * @throws IllegalArgumentException where the name is no key of a ConfigMap
     */
    public TextFile {
      if (!KEY.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "a file of settings must have a name of letters, digits, '-', '_' and '.', found "
                + name);
      }
    }
  }
}
