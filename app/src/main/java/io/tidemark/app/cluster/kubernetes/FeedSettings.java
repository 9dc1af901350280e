package io.tidemark.app.cluster.kubernetes;

import java.time.Duration;

/**
 * How a feed lists and watches; every duration is positive.
 *
 * @param pageSize objects per page of a list, at least 1
 * @param listTimeout for one page
 * @param openTimeout until a watch answers
 * @param watchTimeout after which the API server ends a watch, to be opened again
 * @param watchGrace how much later a watch that was not ended counts as dead
 * @param firstRetry pause after the first failure; it doubles with each further one
 * @param lastRetry the longest pause
 */
record FeedSettings(
    int pageSize,
    Duration listTimeout,
    Duration openTimeout,
    Duration watchTimeout,
    Duration watchGrace,
    Duration firstRetry,
    Duration lastRetry) {
  private static final int MOST_DOUBLINGS = 16;

  static FeedSettings of(ClusterConfig config) {
    return new FeedSettings(
        config.listPageSize(),
        config.listTimeout(),
        config.requestTimeout(),
        config.watchTimeout(),
        Duration.ofSeconds(10),
        Duration.ofMillis(200),
        config.retryInterval());
  }

  /**
   * @param failures in a row, at least 1
   */
  Duration pause(int failures) {
    Duration pause = firstRetry.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
    return pause.compareTo(lastRetry) < 0 ? pause : lastRetry;
  }
}
