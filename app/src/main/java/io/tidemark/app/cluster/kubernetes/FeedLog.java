package io.tidemark.app.cluster.kubernetes;

import io.tidemark.api.model.Problem;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Logs what a feed tells: one line each, a stack trace only for a fault of the program. */
public final class FeedLog implements ClusterFeed.Listener {
  private static final Logger LOG = Logger.getLogger("io.tidemark.cluster");

  @Override
  public void malformed(Problem problem) {
    LOG.warnf("malformed: %s", problem);
  }

  @Override
  public void lost(String reason) {
    LOG.warnf("lost sight of the cluster, trying again until it is back: %s", reason);
  }

  @Override
  public void back(Duration after) {
    LOG.warnf("the cluster is in sight again, after %d ms", after.toMillis());
  }

  @Override
  public void broke(RuntimeException fault) {
    LOG.error("a fault while observing the cluster; everything is listed again", fault);
  }
}
