package io.tidemark.api.kube;

import static io.tidemark.api.fixture.Containers.aContainer;
import static io.tidemark.api.fixture.Containers.gpu;
import static io.tidemark.api.fixture.Pods.aPod;
import static io.tidemark.api.fixture.Quotas.aQuota;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.api.fixture.Families;
import io.tidemark.api.fixture.Quotas;
import io.tidemark.api.model.QuotaTraits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which pods a scoped ResourceQuota selects: what is read of the pod, and the scopes over it. */
class QuotaScopeTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void aPodThatAsksForDevicesAloneIsBestEffort() {
    assertThat(aPod("p").app(gpu("c", 1000)).read().quotaTraits().bestEffort()).isTrue();
    assertThat(aPod("p").app(aContainer("c").limit("cpu", "0")).read().quotaTraits().bestEffort())
        .isTrue();
  }

  @Test
  void anyContainerWithCpuOrMemoryIsEnoughNotToBeBestEffort() {
    assertThat(
            aPod("p")
                .init(aContainer("i").request("memory", "1Gi"))
                .app(gpu("c", 1000))
                .read()
                .quotaTraits()
                .bestEffort())
        .isFalse();
    assertThat(aPod("p").app(aContainer("c").limit("cpu", "1m")).read().quotaTraits().bestEffort())
        .isFalse();
  }

  @Test
  void soAreResourcesOfThePodItself() throws Exception {
    assertThat(traits("{'resources':{'requests':{'cpu':'1'}}}").bestEffort()).isFalse();
    assertThat(traits("{'resources':{}}").bestEffort()).isTrue();
  }

  @Test
  void anActiveDeadlineMakesAPodTerminating() throws Exception {
    assertThat(traits("{'activeDeadlineSeconds':0}").terminating()).isTrue();
    assertThat(traits("{'activeDeadlineSeconds':null}").terminating()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{},{'namespaces':['b']}]}}",
        "{'podAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'podAffinityTerm':{'namespaceSelector':{}}}]}}",
        "{'podAntiAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'namespaceSelector':{}}]}}",
        "{'podAntiAffinity':{'preferredDuringSchedulingIgnoredDuringExecution':[{'podAffinityTerm':{'namespaces':['b']}}]}}",
      })
  void anAffinityTermThatNamesOrSelectsNamespacesCrossesThem(String affinity) throws Exception {
    assertThat(traits("{'affinity':" + affinity + "}").crossNamespaceAffinity()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'namespaces':[]}]}}",
        "{'podAffinity':{'requiredDuringSchedulingIgnoredDuringExecution':[{'namespaceSelector':null}]}}",
        "{'nodeAffinity':{'namespaces':['b']}}",
      })
  void anyOtherAffinityDoesNot(String affinity) throws Exception {
    assertThat(traits("{'affinity':" + affinity + "}").crossNamespaceAffinity()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    // scope, priorityClass, bestEffort, terminating, crossNamespace, selected
    "Terminating,               '', true, true, false, true",
    "Terminating,               '', true, false, false, false",
    "NotTerminating,            '', true, false, false, true",
    "NotTerminating,            '', true, true, false, false",
    "BestEffort,                '', true, false, false, true",
    "BestEffort,                '', false, false, false, false",
    "NotBestEffort,             '', false, false, false, true",
    "NotBestEffort,             '', true, false, false, false",
    "CrossNamespacePodAffinity, '', true, false, true, true",
    "CrossNamespacePodAffinity, '', true, false, false, false",
    "PriorityClass,             high, true, false, false, true",
    "PriorityClass,             '', true, false, false, false",
  })
  void aScopeSelects(
      String scope,
      String priorityClass,
      boolean bestEffort,
      boolean terminating,
      boolean crossNamespace,
      boolean selected) {
    QuotaTraits pod = new QuotaTraits(priorityClass, bestEffort, terminating, crossNamespace);
    assertThat(aQuota("q").scope(scope).read().selects(pod)).isEqualTo(selected);
  }

  @ParameterizedTest
  @CsvSource({
    "Exists,       high, true",
    "Exists,       '',   false",
    "DoesNotExist, '',   true",
    "DoesNotExist, high, false",
    "In,           high, true",
    "In,           low,  false",
    "In,           '',   false",
    "NotIn,        high, false",
    "NotIn,        low,  true",
    "NotIn,        '',   true",
  })
  void thePriorityClassIsComparedByTheOperator(
      String operator, String priorityClass, boolean selected) {
    Quotas quota = aQuota("q");
    if (operator.endsWith("In")) {
      quota.scopeSelector("PriorityClass", operator, "high", "higher");
    } else {
      quota.scopeSelector("PriorityClass", operator);
    }
    assertThat(quota.read().selects(new QuotaTraits(priorityClass, true, false, false)))
        .isEqualTo(selected);
  }

  @Test
  void allScopesMustSelectThePodAndNoneSelectsEvery() {
    QuotaTraits pod = new QuotaTraits("high", true, true, false);
    assertThat(aQuota("q").read().selects(pod)).isTrue();
    assertThat(aQuota("q").scope("BestEffort").scope("Terminating").read().selects(pod)).isTrue();
    assertThat(aQuota("q").scope("BestEffort").scope("NotTerminating").read().selects(pod))
        .isFalse();
  }

  private static QuotaTraits traits(String spec) throws Exception {
    JsonNode json = JSON.readTree(spec.replace('\'', '"'));
    ObjectNode pod = aPod("p").json();
    pod.set("spec", json);
    return new PodReader(Families.BUNDLED).read(pod).value().quotaTraits();
  }
}
