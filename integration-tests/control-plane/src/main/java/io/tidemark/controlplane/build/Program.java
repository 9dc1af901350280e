package io.tidemark.controlplane.build;

/** A program of the control plane. */
public enum Program {
  /** The store behind the API server. */
  ETCD("etcd"),
  /** The API server. */
  KUBE_APISERVER("kube-apiserver"),
  /** The scheduler that calls extenders. */
  KUBE_SCHEDULER("kube-scheduler"),
  /** The controllers: service accounts, namespaces, workloads, garbage collection. */
  KUBE_CONTROLLER_MANAGER("kube-controller-manager"),
  /** The command line, for people who look at a kept cluster. */
  KUBECTL("kubectl");

  private final String fileName;

  Program(String fileName) {
    this.fileName = fileName;
  }

  /** The name of the executable file. */
  public String fileName() {
    return fileName;
  }
}
