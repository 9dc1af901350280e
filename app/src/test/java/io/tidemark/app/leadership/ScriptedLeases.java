package io.tidemark.app.leadership;

import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * An API server for one Lease, whose next requests may be slow, get lost, or lose their answers.
 */
final class ScriptedLeases implements LeaseStore {
  /**
   * @param before happens between sending and arrival
   * @param arrives whether the request has an effect
   * @param after happens between the effect and the answer
   * @param answered whether the sender learns of it
   */
  record Fate(Runnable before, boolean arrives, Runnable after, boolean answered) {
    static final Fate PLAIN = new Fate(() -> {}, true, () -> {}, true);
  }

  private final Deque<Fate> writes = new ArrayDeque<>();
  private @Nullable Lease lease;
  private int version;

  /** Decides the next write. */
  void next(Fate fate) {
    writes.add(fate);
  }

  void put(@Nullable Lease put) {
    version++;
    lease =
        put == null
            ? null
            : new LeaseBuilder(put)
                .editOrNewMetadata()
                .withResourceVersion(Integer.toString(version))
                .endMetadata()
                .build();
  }

  @Override
  public @Nullable Lease read() {
    return lease;
  }

  @Override
  public Lease create(Lease created) {
    return write(
        () -> {
          if (lease != null) {
            throw new KubernetesClientException(
                "AlreadyExists", HttpURLConnection.HTTP_CONFLICT, null);
          }
          put(created);
        });
  }

  @Override
  public Lease replace(Lease replaced) {
    String from = replaced.getMetadata().getResourceVersion();
    return write(
        () -> {
          if (lease == null || !lease.getMetadata().getResourceVersion().equals(from)) {
            throw new KubernetesClientException("Conflict", HttpURLConnection.HTTP_CONFLICT, null);
          }
          put(replaced);
        });
  }

  private Lease write(Runnable effect) {
    Fate fate = writes.isEmpty() ? Fate.PLAIN : writes.poll();
    fate.before().run();
    Lease answer = null;
    if (fate.arrives()) {
      effect.run();
      answer = lease;
    }
    fate.after().run();
    if (answer == null || !fate.answered()) {
      throw new KubernetesClientException("timeout");
    }
    return answer;
  }
}
