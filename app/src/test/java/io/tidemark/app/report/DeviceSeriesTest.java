package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.PodKey;
import io.tidemark.app.report.DeviceSeries.Block;
import io.tidemark.app.report.DeviceSeries.Release;
import io.tidemark.app.report.History.Place;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceSeriesTest {
  private static final PodKey A = new PodKey("ns", "a");
  private static final PodKey B = new PodKey("ns", "b");
  private static final Place PLACE = new Place("n", "d");

  @Test
  void aBlockLastsAsLongAsItStaysWhereItIs() {
    DeviceSeries series =
        series(
            Reports.level("n", "d", Reports.CARD_24G).with(A, Reports.mem(10)),
            Reports.level("n", "d", Reports.CARD_24G)
                .with(A, Reports.mem(10))
                .with(B, Reports.mem(5)),
            Reports.level("n", "d", Reports.CARD_24G)
                .with(A, Reports.mem(4))
                .with(B, Reports.mem(5)),
            Reports.level("n", "d", Reports.CARD_24G).with(B, Reports.mem(5)));
    assertThat(series.blocks())
        .containsExactly(
            new Block(A, 0, 2, 0, 10),
            new Block(B, 1, 2, 10, 5),
            new Block(A, 2, 3, 0, 4),
            new Block(B, 2, 3, 4, 5),
            new Block(B, 3, 4, 0, 5));
    assertThat(series.releases())
        .containsExactly(new Release(2, 15, Map.of(A, 6L)), new Release(3, 9, Map.of(A, 4L)));
  }

  @Test
  void theBlocksOfEveryColumnAddUpToItsTotal() {
    SimulationReport report = BusyReport.of(2, 2, 20, 200);
    ChartColumns columns = ChartColumns.of(report, new History(report));
    for (Place place : columns.history().places()) {
      DeviceSeries series = DeviceSeries.of(columns, place, Measure.MEMORY);
      for (int column = 0; column < series.columns(); column++) {
        int at = column;
        long sum =
            series.blocks().stream()
                .filter(block -> block.from() <= at && at < block.to())
                .mapToLong(Block::amount)
                .sum();
        assertThat(sum).as("%s at %s", place, column).isEqualTo(series.total(column));
      }
    }
  }

  @Test
  void aChangeOfCapacityAloneIsAColumn() {
    SimulationReport report =
        Reports.named("capacity")
            .moment(0, "start", Reports.level("n", "d", Reports.CARD_24G))
            .moment(1, "advance 1m", Reports.level("n", "d", Reports.CARD_24G))
            .moment(2, "remove Node n", Reports.level("n", "d", Reports.mem(0)))
            .build();
    assertThat(ChartColumns.of(report, new History(report)).positions()).containsExactly(0, 2);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "25559, MEMORY, '[0, 8192, 16384, 24576]'",
    "85000, MEMORY, '[0, 32768, 65536]'",
    "3, MEMORY, '[0, 1, 2, 3]'",
    "104, CORES, '[0, 50, 100]'",
    "10, SLOTS, '[0, 5, 10]'",
    "0, MEMORY, '[0]'",
  })
  void ticksAreRoundInTheirUnit(long largest, Measure measure, String ticks) {
    assertThat(new ChartScale(largest, 100, 100).ticks(measure)).hasToString(ticks);
  }

  private static DeviceSeries series(Reports.Level... levels) {
    Reports reports = Reports.named("series");
    for (int i = 0; i < levels.length; i++) {
      reports.moment(i, "step", levels[i]);
    }
    SimulationReport report = reports.build();
    return DeviceSeries.of(ChartColumns.of(report, new History(report)), PLACE, Measure.MEMORY);
  }
}
