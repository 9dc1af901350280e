package io.tidemark.controlplane.junit;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.tidemark.controlplane.Cluster;
import io.tidemark.controlplane.ControlPlane;
import io.tidemark.controlplane.GivenCluster;
import io.tidemark.controlplane.Settings;
import io.tidemark.controlplane.agent.NodeAgent;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.DynamicTestInvocationContext;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.TestAbortedException;

/** Gives tests their cluster and namespace; see {@link ControlPlaneTest}. */
public final class ControlPlaneExtension
    implements ExecutionCondition,
        ParameterResolver,
        AfterTestExecutionCallback,
        InvocationInterceptor {
  private static final Namespace STORE = Namespace.create(ControlPlaneExtension.class);
  private static final List<Class<?>> PARAMETERS =
      List.of(
          Cluster.class,
          ControlPlane.class,
          KubernetesClient.class,
          TestNamespace.class,
          NodeAgent.class);

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    OpenedCluster opened = opened(context);
    String missing = opened.missing();
    if (missing != null) {
      return ConditionEvaluationResult.disabled(missing);
    }
    if (opened.cluster() instanceof GivenCluster && needsProcesses(context)) {
      return ConditionEvaluationResult.disabled("the processes of a given cluster are not ours");
    }
    return ConditionEvaluationResult.enabled("there is a control plane");
  }

  private static boolean needsProcesses(ExtensionContext context) {
    return context
        .getTestMethod()
        .map(method -> List.of(method.getParameterTypes()).contains(ControlPlane.class))
        .orElseGet(() -> annotation(context).dedicated());
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.contains(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    Cluster cluster = opened(context).cluster();
    if (type == TestNamespace.class) {
      return namespace(context, cluster);
    }
    if (type == NodeAgent.class) {
      return agent(context, cluster);
    }
    if (type == KubernetesClient.class) {
      return cluster.client();
    }
    if (type == ControlPlane.class && cluster instanceof GivenCluster) {
      throw new ParameterResolutionException(
          "a given cluster has no processes of ours: ask for a ControlPlane in test methods only, or"
              + " in a dedicated class");
    }
    return cluster;
  }

  @Override
  public void afterTestExecution(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      opened(context).keepLogs(context.getDisplayName());
    }
  }

  /** A dynamic test has no execution of its own that could be watched from outside. */
  @Override
  public void interceptDynamicTest(
      Invocation<@Nullable Void> invocation,
      DynamicTestInvocationContext dynamic,
      ExtensionContext context)
      throws Throwable {
    try {
      invocation.proceed();
    } catch (TestAbortedException e) {
      throw e;
    } catch (Throwable e) {
      // The context of a dynamic test is without a class; that of its factory has it.
      opened(context.getParent().orElseThrow()).keepLogs(context.getDisplayName());
      throw e;
    }
  }

  private static TestNamespace namespace(ExtensionContext context, Cluster cluster) {
    boolean accounts =
        !(cluster instanceof ControlPlane controlPlane)
            || controlPlane.controllerManager().isRunning();
    return context
        .getStore(STORE)
        .computeIfAbsent(
            TestNamespace.class,
            key ->
                TestNamespace.create(
                    cluster.client(), context.getRequiredTestClass().getSimpleName(), accounts),
            TestNamespace.class);
  }

  private static NodeAgent agent(ExtensionContext context, Cluster cluster) {
    return context
        .getStore(STORE)
        .computeIfAbsent(
            NodeAgent.class,
            key -> {
              NodeAgent agent = new NodeAgent(cluster.client());
              if (cluster instanceof GivenCluster) {
                agent.sendHeartbeats();
              }
              return agent;
            },
            NodeAgent.class);
  }

  private static OpenedCluster opened(ExtensionContext context) {
    ControlPlaneTest annotation = annotation(context);
    Supplier<Settings> supplier = ReflectionSupport.newInstance(annotation.settings());
    Settings settings = supplier.get();
    if (!annotation.dedicated()) {
      return context
          .getRoot()
          .getStore(STORE)
          .computeIfAbsent(
              settings, key -> OpenedCluster.open(settings, "shared"), OpenedCluster.class);
    }
    // The store of the outermost test class: a test method and a nested class find the same one.
    ExtensionContext outermost = context;
    while (outermost.getParent().filter(parent -> parent.getTestClass().isPresent()).isPresent()) {
      outermost = outermost.getParent().orElseThrow();
    }
    return outermost
        .getStore(STORE)
        .computeIfAbsent(
            OpenedCluster.class,
            key -> OpenedCluster.open(settings, context.getRequiredTestClass().getSimpleName()),
            OpenedCluster.class);
  }

  private static ControlPlaneTest annotation(ExtensionContext context) {
    Class<?> testClass = context.getRequiredTestClass();
    return AnnotationSupport.findAnnotation(
            testClass, ControlPlaneTest.class, context.getEnclosingTestClasses())
        .orElseThrow(() -> new IllegalStateException("no @ControlPlaneTest on " + testClass));
  }
}
