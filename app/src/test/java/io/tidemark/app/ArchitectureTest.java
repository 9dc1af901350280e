package io.tidemark.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The module rules of docs/architecture.md. */
@AnalyzeClasses(
    packages = "io.tidemark",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
  /** The fixtures that modules share come as a jar, which no build tool's layout gives away. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String[] MODULES = {
    "io.tidemark.fit..", "io.tidemark.scoring..", "io.tidemark.usage..", "io.tidemark.admission.."
  };

  private static final String[] FRAMEWORKS = {
    "io.quarkus..", "io.vertx..", "io.smallrye..", "jakarta..", "org.eclipse.microprofile.."
  };

  @ArchTest static final ArchRule fitSeesOnlyApi = seesOnlyApi("fit");
  @ArchTest static final ArchRule scoringSeesOnlyApi = seesOnlyApi("scoring");
  @ArchTest static final ArchRule usageSeesOnlyApi = seesOnlyApi("usage");
  @ArchTest static final ArchRule admissionSeesOnlyApi = seesOnlyApi("admission");

  @ArchTest
  static final ArchRule apiSeesNoOtherModule =
      noClasses()
          .that()
          .resideInAPackage("io.tidemark.api..")
          .should()
          .dependOnClassesThat(tidemarkOutside("api"));

  @ArchTest
  static final ArchRule onlyBusPackagesSeeFrameworks =
      noClasses()
          .that()
          .resideInAnyPackage(MODULES)
          .and()
          .resideOutsideOfPackage("io.tidemark.*.bus..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(FRAMEWORKS);

  @ArchTest
  static final ArchRule apiSeesNoFramework =
      noClasses()
          .that()
          .resideInAPackage("io.tidemark.api..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(FRAMEWORKS);

  @ArchTest
  static final ArchRule nothingBelowAppReadsAClock =
      noClasses()
          .that()
          .resideInAnyPackage(MODULES)
          .or()
          .resideInAPackage("io.tidemark.api..")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  /** A setting, and its default, stands in the mapping of the module that owns it. */
  @ArchTest
  static final ArchRule modulesReadSettingsByTheirMappingOnly =
      noClasses()
          .that()
          .resideInAnyPackage(MODULES)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ConfigProperty.class);

  @ArchTest
  static final ArchRule appIsLayered =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("io.tidemark.app.cli..")
          .layer("http")
          .definedBy("io.tidemark.app.http..")
          .layer("simulation")
          .definedBy("io.tidemark.app.simulation..")
          .layer("scheduling")
          .definedBy("io.tidemark.app.scheduling..")
          .layer("cluster")
          .definedBy("io.tidemark.app.cluster..")
          .layer("bus")
          .definedBy("io.tidemark.app.bus..")
          .layer("report")
          .definedBy("io.tidemark.app.report..")
          .layer("serve")
          .definedBy("io.tidemark.app.serve..")
          .layer("manifests")
          .definedBy("io.tidemark.app.manifests..")
          .layer("inspect")
          .definedBy("io.tidemark.app.inspect..", "io.tidemark.app.check..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("http")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("simulation")
          .mayOnlyBeAccessedByLayers("cli", "serve", "inspect")
          .whereLayer("scheduling")
          .mayOnlyBeAccessedByLayers("cli", "serve", "http", "simulation", "inspect")
          .whereLayer("cluster")
          .mayOnlyBeAccessedByLayers("serve", "simulation", "scheduling", "manifests", "inspect")
          .whereLayer("bus")
          .mayOnlyBeAccessedByLayers(
              "serve", "http", "simulation", "scheduling", "cluster", "inspect")
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli", "http", "simulation", "inspect")
          .whereLayer("manifests")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("inspect")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("serve")
          .mayOnlyBeAccessedByLayers("cli");

  @ArchTest
  static final ArchRule packagesOfAppHaveNoCycles =
      slices().matching("io.tidemark.app.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packagesOfModulesHaveNoCycles =
      slices().matching("io.tidemark.(*).(**)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule exceptionsSaySo =
      classes()
          .that()
          .areAssignableTo(Exception.class)
          .should()
          .haveSimpleNameEndingWith("Exception");

  private static ArchRule seesOnlyApi(String module) {
    return noClasses()
        .that()
        .resideInAPackage("io.tidemark." + module + "..")
        .should()
        .dependOnClassesThat(
            tidemarkOutside(module)
                .and(JavaClass.Predicates.resideOutsideOfPackage("io.tidemark.api..")));
  }

  private static DescribedPredicate<JavaClass> tidemarkOutside(String module) {
    return JavaClass.Predicates.resideInAPackage("io.tidemark..")
        .and(JavaClass.Predicates.resideOutsideOfPackage("io.tidemark." + module + ".."));
  }
}
