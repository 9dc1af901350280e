package io.tidemark.controlplane.agent;

/**
 * A card's share that a container was given.
 *
 * @param uuid the card
 * @param word the type field
 * @param memoryMib MiB
 * @param cores percent
 */
record Grant(String uuid, String word, long memoryMib, int cores) {}
