package io.tidemark.app.cluster.kubernetes;

import io.tidemark.api.model.PodKey;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/** Where things are found at the API server. */
final class ApiPaths {
  static final String VERSION = "/version";
  static final String ACCESS_REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  /** What every name of a pod, node or namespace matches; none of it means anything in a path. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9.-]*[a-z0-9])?");

  private ApiPaths() {}

  /** Names may come from a request, and a path must not lead elsewhere. */
  static boolean isName(String name) {
    return NAME.matcher(name).matches();
  }

  static boolean isKey(PodKey key) {
    return isName(key.namespace()) && isName(key.name());
  }

  static String pod(PodKey key) {
    return "/api/v1/namespaces/" + checked(key.namespace()) + "/pods/" + checked(key.name());
  }

  static String binding(PodKey key) {
    return pod(key) + "/binding";
  }

  static String node(String name) {
    return "/api/v1/nodes/" + checked(name);
  }

  static String events(String namespace) {
    return "/api/v1/namespaces/" + checked(namespace) + "/events";
  }

  /**
   * @param resource of the core group by its name alone, of another one as {@code
   *     <group>/<version>/<name>}
   */
  static String list(String resource, int limit, String continueToken) {
    String root = resource.contains("/") ? "/apis/" : "/api/v1/";
    String path = root + resource + "?limit=" + limit;
    return continueToken.isEmpty() ? path : path + "&continue=" + encoded(continueToken);
  }

  static String watch(String resource, String resourceVersion, Duration timeout) {
    return "/api/v1/"
        + resource
        + "?watch=true&allowWatchBookmarks=true&resourceVersion="
        + encoded(resourceVersion)
        + "&timeoutSeconds="
        + Math.max(1, timeout.toSeconds());
  }

  private static String checked(String name) {
    if (!isName(name)) {
      throw new IllegalArgumentException("no name of an object: \"" + name + "\"");
    }
    return name;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
