package io.tidemark.app.cluster.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.atomic.AtomicReference;

/** What the API server can do, asked once it first matters. */
final class ServerVersion {
  private static final int MAJOR = 1;

  /** PodTopologyLabelsAdmission: the API server copies a Binding's labels into the pod. */
  private static final int LABELS_TRAVEL = 35;

  private final ApiServer server;
  private final AtomicReference<Boolean> labelsTravel = new AtomicReference<>();

  ServerVersion(ApiServer server) {
    this.server = server;
  }

  /**
   * Whether a Binding's labels reach the pod. While the version cannot be found the answer is no,
   * which is right for every version.
   */
  boolean labelsTravel() {
    Boolean known = labelsTravel.get();
    if (known != null) {
      return known;
    }
    if (!(server.get(ApiPaths.VERSION) instanceof Reply.Answer answer) || !answer.isSuccess()) {
      return false;
    }
    boolean read = labelsTravel(answer.json());
    labelsTravel.set(read);
    return read;
  }

  private static boolean labelsTravel(JsonNode version) {
    int major = number(version.path("major").asText(""));
    return major > MAJOR
        || (major == MAJOR && number(version.path("minor").asText("")) >= LABELS_TRAVEL);
  }

  /** The leading digits: providers append to the minor version, as in {@code 34+}. */
  private static int number(String text) {
    int end = 0;
    while (end < text.length() && end < 6 && Character.isDigit(text.charAt(end))) {
      end++;
    }
    return end == 0 ? -1 : Integer.parseInt(text.substring(0, end));
  }
}
