package io.tidemark.app.manifests;

import java.util.Map;

/**
 * One document.
 *
 * @param why what it is for, in lines, for people who read it
 * @param content in the order in which it is written
 */
record Manifest(String why, Map<String, Object> content) {}
