package io.tidemark.app.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptArgsTest {
  @Test
  void victimsAreReadByUid() throws Exception {
    PreemptArgs args =
        read(
            "{'Pod':{'metadata':{'uid':'u1'}},'NodeNameToVictims':null,'NodeNameToMetaVictims':{"
                + "'n1':{'Pods':[{'UID':'b'},{'UID':'a'}],'NumPDBViolations':3},'n2':null}}");
    assertThat(args.question().pod().at("/metadata/uid").asText()).isEqualTo("u1");
    assertThat(args.question().victims())
        .isEqualTo(Map.of("n1", List.of("b", "a"), "n2", List.of()));
    assertThat(args.pdbViolations("n1")).isEqualTo(3);
    assertThat(args.pdbViolations("n2")).isZero();
    assertThat(args.pdbViolations("n9")).isZero();
  }

  /** As an extender without a cache of nodes gets them. */
  @Test
  void victimsAreReadFromWholePods() throws Exception {
    PreemptArgs args =
        read(
            "{'Pod':{},'NodeNameToVictims':{'n1':{'Pods':[{'metadata':{'name':'x','uid':'a'},"
                + "'spec':{'containers':[{'name':'c'}]}}],'NumPDBViolations':1}}}");
    assertThat(args.question().victims()).isEqualTo(Map.of("n1", List.of("a")));
    assertThat(args.pdbViolations("n1")).isEqualTo(1);
  }

  @Test
  void fieldsAreReadWhateverTheirCaseAndNodesByTheirOwn() throws Exception {
    PreemptArgs args =
        read(
            "{'pod':{},'NODENAMETOMETAVICTIMS':{'n1':{'pods':[{'uid':'a'}],'numPdbViolations':2},"
                + "'N1':{'PODS':[{'Uid':'b'}]}}}");
    assertThat(args.question().victims()).isEqualTo(Map.of("n1", List.of("a"), "N1", List.of("b")));
    assertThat(args.pdbViolations("n1")).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{'NodeNameToMetaVictims':{}}                              | Pod: is missing",
        "{'Pod':{}}                                                | NodeNameToVictims and",
        "{'Pod':{},'NodeNameToMetaVictims':[]}                     | NodeNameToMetaVictims: expected an object, found a list",
        "{'Pod':{},'NodeNameToMetaVictims':{'n1':1}}               | NodeNameToMetaVictims[n1]: expected an object, found a number",
        "{'Pod':{},'NodeNameToMetaVictims':{'n1':{'Pods':{}}}}     | NodeNameToMetaVictims[n1].Pods: expected a list, found an object",
        "{'Pod':{},'NodeNameToMetaVictims':{'n1':{'Pods':[{}]}}}   | NodeNameToMetaVictims[n1].Pods[0]: has no UID",
        "{'Pod':{},'NodeNameToVictims':{'n1':{'Pods':[{}]}}}       | NodeNameToVictims[n1].Pods[0]: has no UID",
        "{'Pod':{},'NodeNameToMetaVictims':{'n1':{'NumPDBViolations':'x'}}} | NodeNameToMetaVictims[n1].NumPDBViolations: expected a whole number, found a string",
      })
  void whatCannotBeReadIsNamed(String body, String reason) {
    assertThatThrownBy(() -> read(body))
        .isInstanceOf(UnreadableRequestException.class)
        .hasMessageStartingWith(reason);
  }

  private static PreemptArgs read(String body) throws UnreadableRequestException {
    return PreemptArgs.read(body.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }
}
