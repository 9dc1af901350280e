package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.DeviceAmount;
import io.tidemark.app.report.History.Place;
import io.tidemark.app.report.SimulationReport.DeviceLevel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {
  private static final Place A = new Place("n1", "a");
  private static final Place B = new Place("n1", "b");

  @Test
  void aLevelIsWhatTheMomentSays() {
    SimulationReport report = BusyReport.of(3, 2, 20, 100);
    History history = new History(report);
    for (int position = 0; position < report.moments().size(); position++) {
      for (DeviceLevel level : report.moments().get(position).devices()) {
        assertThat(history.level(position, Place.of(level))).isEqualTo(level);
      }
    }
  }

  @Test
  void aDeviceThatAMomentLeavesOutIsEmptyThen() {
    History history =
        new History(
            Reports.named("node comes and goes")
                .moment(0, "start", level(A), level(B).with(Reports.TRAIN, Reports.mem(1)))
                .moment(1, "remove", level(A))
                .moment(2, "apply", level(B).with(Reports.TRAIN, Reports.mem(1)), level(A))
                .build());
    assertThat(history.changedAt(0)).containsExactly(A, B);
    assertThat(history.changedAt(1)).containsExactly(B);
    assertThat(history.level(1, B))
        .isEqualTo(new DeviceLevel("n1", "b", DeviceAmount.ZERO, Map.of()));
    assertThat(history.changedAt(2)).containsExactly(B);
    assertThat(history.end(B).byPod()).containsOnlyKeys(Reports.TRAIN);
    assertThat(List.copyOf(history.places())).containsExactly(A, B);
  }

  @Test
  void beforeTheFirstMomentEverythingIsEmpty() {
    History history = new History(Reports.named("h").moment(0, "start", level(A)).build());
    assertThat(history.level(-1, A).capacity()).isEqualTo(DeviceAmount.ZERO);
    assertThat(history.everUsed(A)).isFalse();
    assertThat(new History(Reports.named("none").build()).end(A).byPod()).isEmpty();
  }

  private static Reports.Level level(Place place) {
    return Reports.level(place.node(), place.device(), Reports.CARD_24G);
  }
}
