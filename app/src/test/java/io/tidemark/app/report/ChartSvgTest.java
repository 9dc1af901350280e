package io.tidemark.app.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartSvgTest {
  @Test
  void show() throws IOException {
    Files.createDirectories(Path.of("target/chart"));
    write("one", List.of(Reports.shareIsGivenBack()));
    write("two", List.of(Reports.shareIsGivenBack(), BusyReport.of(1, 2, 9, 24)));
    write("many", List.of(BusyReport.of(4, 2, 30, 80)));
    write("large", List.of(BusyReport.of(10, 8, 200, 300)));
    write("over", List.of(TextReportTest.troubles()));
  }

  private static void write(String name, List<SimulationReport> reports) throws IOException {
    Files.writeString(Path.of("target/chart/" + name + ".svg"), ChartSvg.text(reports));
    Files.writeString(Path.of("target/chart/" + name + ".html"), ChartHtml.text(reports));
  }
}
