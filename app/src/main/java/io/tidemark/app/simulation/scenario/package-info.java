/**
 * Scenario files as values: what the files contain, read strictly. Unknown fields and names in a
 * Scenario document are errors with file, document and line; Kubernetes objects may have fields
 * that are not known here, but what is read of them must be right.
 */
@NullMarked
package io.tidemark.app.simulation.scenario;

import org.jspecify.annotations.NullMarked;
