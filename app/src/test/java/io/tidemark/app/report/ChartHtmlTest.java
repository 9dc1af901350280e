package io.tidemark.app.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.model.PodKey;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ChartHtmlTest {
  @Test
  void nothingIsLoadedFromAnywhereAndNothingRuns() {
    String page = page(Reports.shareIsGivenBack(), TextReportTest.troubles());
    assertThat(page)
        .doesNotContain("http:", "https:", "<script", "<link", "<img", "@import", "src=");
    assertThat(Pattern.compile("href=\"([^\"]*)\"").matcher(page).results())
        .allMatch(link -> link.group(1).startsWith("#report-"));
    assertThat(Pattern.compile("url\\(([^)]*)\\)").matcher(page).results())
        .allMatch(reference -> reference.group(1).startsWith("#tm-"));
  }

  @Test
  void theTimelineIsATableWithTheReasons() {
    String page = page(Reports.shareIsGivenBack());
    assertThat(page)
        .contains(
            "<caption>Every decision and every change of usage, in order</caption>",
            "<td class=\"word good\">freed</td>",
            "init container `prepare` finished: n1 GPU-0 20480 -&gt; 10240 MiB (-10240)",
            "<svg class=\"tm-chart\" role=\"img\"");
  }

  @Test
  void failedExpectationsAreListed() {
    assertThat(page(TextReportTest.troubles()))
        .contains(
            "<li>troubles.yaml:31: pod team-b/infer: decision is Denied, expected Bound</li>");
  }

  @Test
  void severalReportsHaveAContentsListAndIdsOfTheirOwn() {
    String page = page(Reports.shareIsGivenBack(), BusyReport.of(1, 2, 9, 24));
    assertThat(page).contains("<a href=\"#report-1\">init-share-is-given-back</a>");
    List<String> ids =
        Pattern.compile(" id=\"([^\"]*)\"").matcher(page).results().map(id -> id.group(1)).toList();
    assertThat(ids).contains("report-2", "tm-lines-1", "tm-lines-2").doesNotHaveDuplicates();
    assertThat(Pattern.compile("url\\(#([^)]*)\\)").matcher(page).results())
        .isNotEmpty()
        .allMatch(reference -> ids.contains(reference.group(1)));
  }

  @Test
  void namesCannotBreakOutOfTheMarkup() {
    String evil = "</td></title><script>alert('1')</script>\"";
    PodKey pod = new PodKey("ns", evil);
    String page =
        page(
            Reports.named(evil)
                .refused(1, "create", pod, Decision.DENIED, evil)
                .reported(1, evil, evil, evil)
                .moment(1, evil, Reports.level(evil, evil, Reports.CARD_24G))
                .pod(pod, Decision.DENIED, null, evil)
                .expectations(0, evil)
                .build());
    assertThat(page).doesNotContain("<script", "alert('1')");
  }

  @Test
  void thePageIsWellFormed() {
    String page = page(TextReportTest.troubles(), BusyReport.of(4, 2, 30, 80));
    assertThat(page).startsWith("<!DOCTYPE html>\n<html lang=\"en\">");
    assertThat(SvgDocument.parse(page).all("svg", "tm-chart")).hasSize(2);
  }

  private static String page(SimulationReport... reports) {
    return ChartHtml.text(List.of(reports));
  }
}
