package io.tidemark.faults.gate;

import java.util.function.Predicate;

/**
 * One call of the API server.
 *
 * @param method GET, POST, PUT, PATCH
 * @param path with the query
 * @param body empty where there is none
 */
public record ApiCall(String method, String path, String body) {
  /** The write that takes the lock of a node. */
  public static Predicate<ApiCall> lockOf(String node) {
    return call ->
        call.method.equals("PATCH")
            && call.path.equals("/api/v1/nodes/" + node)
            && call.body.contains("\"hami.io/mutex.lock\":\"");
  }

  /** The write that gives a pod its node. */
  public static Predicate<ApiCall> bindingOf(String pod) {
    return call -> call.method.equals("POST") && call.path.endsWith("/pods/" + pod + "/binding");
  }

  /** The write of a pod's label that names its node; it is sent only where Bindings carry none. */
  public static Predicate<ApiCall> labelOf(String pod) {
    return call ->
        call.method.equals("PATCH")
            && call.path.endsWith("/pods/" + pod)
            && call.body.contains("\"hami.io/vgpu-node\":\"");
  }

  /** Every write of the Lease by which replicas agree on their leader. */
  public static Predicate<ApiCall> leaseWrites() {
    return call -> !call.method.equals("GET") && call.path.contains("/leases");
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
