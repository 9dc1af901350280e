package io.tidemark.scoring;

import io.tidemark.api.placement.NodePlan;
import io.tidemark.api.placement.RankedPlan;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * Plans in order, sorted only as far as they are read: a filter takes the first of thousands. A
 * heap sort that stops; immutable to its readers, which may be several threads.
 */
final class RankedPlans extends AbstractList<RankedPlan> implements RandomAccess {
  private final NodePlan[] plans;
  private final double[] scores;
  private final long[] ties;

  /**
   * Places in {@link #plans}: a heap with the best on top, then the plans that were taken off it,
   * the first of them last.
   */
  private final int[] order;

  private int heapSize;

  RankedPlans(NodePlan[] plans, double[] scores, long[] ties) {
    this.plans = plans;
    this.scores = scores;
    this.ties = ties;
    this.order = new int[plans.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    this.heapSize = order.length;
    for (int i = heapSize / 2 - 1; i >= 0; i--) {
      siftDown(i);
    }
  }

  @Override
  public int size() {
    return order.length;
  }

  @Override
  public synchronized RankedPlan get(int index) {
    int place = order.length - 1 - Objects.checkIndex(index, order.length);
    while (place < heapSize) {
      heapSize--;
      int best = order[0];
      order[0] = order[heapSize];
      order[heapSize] = best;
      siftDown(0);
    }
    return new RankedPlan(plans[order[place]], scores[order[place]]);
  }

  private void siftDown(int from) {
    if (from >= heapSize) {
      return;
    }
    int parent = from;
    int moved = order[parent];
    for (int child = 2 * parent + 1; child < heapSize; child = 2 * parent + 1) {
      if (child + 1 < heapSize && better(order[child + 1], order[child])) {
        child++;
      }
      if (!better(order[child], moved)) {
        break;
      }
      order[parent] = order[child];
      parent = child;
    }
    order[parent] = moved;
  }

  private boolean better(int a, int b) {
    if (scores[a] != scores[b]) {
      return scores[a] > scores[b];
    }
    if (ties[a] != ties[b]) {
      return ties[a] < ties[b];
    }
    return plans[a].node().name().compareTo(plans[b].node().name()) < 0;
  }
}
