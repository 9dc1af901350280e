/**
 * Reads Kubernetes objects, as JSON trees, into records. Unknown fields are ignored, because newer
 * clusters have more; every malformed part is reported with the object and the field.
 */
@NullMarked
package io.tidemark.api.kube;

import org.jspecify.annotations.NullMarked;
