package io.tidemark.app.http;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;
import java.util.Set;

/** The application with a scripted extender and limits that tests can reach. */
public class HttpTestProfile implements QuarkusTestProfile {
  static final int MAX_FILTER_BODY = 24 * 1024 * 1024;
  static final int MAX_BODY = 1024 * 1024;

  @Override
  public Set<Class<?>> getEnabledAlternatives() {
    return Set.of(ScriptedExtender.class);
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "tidemark.http.max-filter-body", Integer.toString(MAX_FILTER_BODY),
        "tidemark.http.max-body", Integer.toString(MAX_BODY));
  }
}
