package io.tidemark.app.report;

import io.tidemark.app.report.SimulationReport.Event;
import io.tidemark.app.report.SimulationReport.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The moments that a chart draws, one column each: the start, and those at which a device's usage
 * or capacity changed or a pod was decided on. All panels of a report share them.
 *
 * @param positions in the report's list of moments
 * @param refusals by number of the step, what a pod got that found no place
 */
record ChartColumns(History history, List<Integer> positions, Map<Integer, String> refusals) {
  static ChartColumns of(SimulationReport report, History history) {
    Set<Integer> decided = new HashSet<>();
    Map<Integer, String> refusals = new HashMap<>();
    for (Event event : report.events()) {
      if (event instanceof Event.Decided decision) {
        decided.add(event.index());
        if (decision.decision() == Decision.DENIED
            || decision.decision() == Decision.UNSCHEDULABLE) {
          refusals.putIfAbsent(event.index(), decision.decision().text());
        }
      }
    }
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < history.moments().size(); i++) {
      if (i == 0
          || decided.contains(history.moments().get(i).index())
          || !history.changedAt(i).isEmpty()) {
        positions.add(i);
      }
    }
    return new ChartColumns(history, List.copyOf(positions), Map.copyOf(refusals));
  }

  int count() {
    return positions.size();
  }

  Moment moment(int column) {
    return history.moments().get(positions.get(column));
  }

  /** The number of the step, or that it is the start. */
  String number(int column) {
    int index = moment(column).index();
    return index == 0 ? "start" : Integer.toString(index);
  }

  /** What a pod got that found no place at that step; empty where none was refused. */
  String refusal(int column) {
    return refusals.getOrDefault(moment(column).index(), "");
  }

  /** {@code step 4: finish team-a/train prepare}. */
  String title(int column) {
    Moment moment = moment(column);
    return moment.index() == 0 ? moment.label() : "step " + moment.index() + ": " + moment.label();
  }
}
