package io.tidemark.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.config.SysPropConfigSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DevClusterTest {
  private static final Map<String, String> SERVER =
      Map.of(DevCluster.SERVER_URL, "https://localhost:6443");

  @AfterEach
  void clear() {
    System.clearProperty(DevCluster.SERVER_URL);
  }

  private static ConfigValue serverUrl(ConfigSource... sources) {
    SmallRyeConfig config = new SmallRyeConfigBuilder().withSources(sources).build();
    return config.getConfigValue(DevCluster.SERVER_URL);
  }

  /** Dev Services give what they started as a default. */
  private static ConfigValue started() {
    return new SmallRyeConfigBuilder()
        .withDefaultValue(DevCluster.SERVER_URL, "https://localhost:6443")
        .build()
        .getConfigValue(DevCluster.SERVER_URL);
  }

  @Test
  void aGivenKubeconfigGoesBeforeAll() {
    assertThat(DevCluster.choose("/tmp/config", serverUrl())).isEqualTo(DevCluster.GIVEN);
    assertThat(DevCluster.choose("/tmp/config", started())).isEqualTo(DevCluster.GIVEN);
  }

  @Test
  void aServerThatSomebodyConfiguredIsGiven() {
    System.setProperty(DevCluster.SERVER_URL, "https://localhost:6443");
    assertThat(DevCluster.choose(null, serverUrl(new SysPropConfigSource())))
        .isEqualTo(DevCluster.GIVEN);
    ConfigSource file = new PropertiesConfigSource(SERVER, "application", 250);
    assertThat(DevCluster.choose(null, serverUrl(file))).isEqualTo(DevCluster.GIVEN);
  }

  @Test
  void aServerThatNobodyConfiguredIsThatOfDevServices() {
    assertThat(DevCluster.choose("", started())).isEqualTo(DevCluster.DEV_SERVICES);
  }

  @Test
  void otherwiseItIsTheEmbeddedOne() {
    assertThat(DevCluster.choose(null, serverUrl())).isEqualTo(DevCluster.EMBEDDED);
    assertThat(DevCluster.choose("", serverUrl())).isEqualTo(DevCluster.EMBEDDED);
  }

  @Test
  void theStoryIsFoundFromAnyFolderOfTheCheckout(@TempDir Path checkout) throws IOException {
    Path app = Files.createDirectories(checkout.resolve("app/target"));
    assertThat(DevCluster.story(app)).isEmpty();
    Path examples = Files.createDirectories(checkout.resolve("docs/examples"));
    Path story = Files.createFile(examples.resolve("first-look.yaml"));
    assertThat(DevCluster.story(app)).contains(story);
    assertThat(DevCluster.story(checkout)).contains(story);
  }
}
