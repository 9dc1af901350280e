package io.tidemark.controlplane.junit;

import io.tidemark.controlplane.Settings;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test class that needs a Kubernetes control plane. Its methods may have these parameters:
 *
 * <ul>
 *   <li>{@link io.tidemark.controlplane.Cluster}: what the tests run against
 *   <li>{@link io.tidemark.controlplane.ControlPlane}: the same, where the test also stops or
 *       configures its processes; skipped on a cluster that was given
 *   <li>{@link io.fabric8.kubernetes.client.KubernetesClient}: an administrator
 *   <li>{@link TestNamespace}: new for this test, deleted after it
 *   <li>{@link io.tidemark.controlplane.agent.NodeAgent}: new for this test; its nodes go after it
 * </ul>
 *
 * <p>Classes with equal settings share one control plane, since starting one takes seconds. A test
 * must leave the shared one as it found it: every process running, no nodes of its own.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(ControlPlaneExtension.class)
public @interface ControlPlaneTest {
  /** Makes the settings; a class with a constructor without parameters. */
  Class<? extends Supplier<Settings>> settings() default DefaultSettings.class;

  /**
   * Whether this class has a control plane for itself, which ends with it. Such a class is skipped
   * on a cluster that was given.
   */
  boolean dedicated() default false;

  /** {@link Settings#defaults()}. */
  final class DefaultSettings implements Supplier<Settings> {
    @Override
    public Settings get() {
      return Settings.defaults();
    }
  }
}
