/**
 * The Kubernetes objects that put Tidemark into a cluster, as data made from the enabled device
 * families: every resource name and annotation key of every family stands in several of them, and
 * one that is missing lets a pod slip through. Pure functions; the same input gives the same text.
 */
@NullMarked
package io.tidemark.app.manifests;

import org.jspecify.annotations.NullMarked;
