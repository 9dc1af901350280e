package io.tidemark.scoring;

/**
 * Orders nodes of equal score by a hash of the pod's UID and the node's name: pods spread over such
 * nodes, and the same pod meets the same order in every process and every run.
 */
final class TieBreak {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private final long seed;

  TieBreak(String podUid) {
    this.seed = mixed(fnv(FNV_OFFSET, podUid));
  }

  /** The same for the same two texts, always. */
  long of(String nodeName) {
    return mixed(fnv(seed, nodeName));
  }

  /** FNV-1a over UTF-16 units. */
  private static long fnv(long start, String text) {
    long hash = start;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * FNV_PRIME;
    }
    return hash;
  }

  /** MurmurHash3's finaliser: FNV alone leaves names that differ in the last digit close. */
  private static long mixed(long hash) {
    long h = hash;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
