package io.tidemark.app.leadership;

/**
 * Is told of changes, in order, on one thread. The news may be old when it arrives: what a listener
 * does for a term it does only while {@link Leadership#leads(long)} is true.
 */
public interface LeadershipListener {
  /**
   * @param term greater than any term before it in this process
   */
  void onLeading(long term);

  /** The term told last is over. */
  void onFollowing();
}
