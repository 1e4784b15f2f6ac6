/**
 * The dynamic threshold of shared-buffer switches: an owner may take a place while it holds fewer than are free, or
 * `perFree` times as many. So there is always room for another owner, a single one has half of the places, and n that
 * want all have one in n + 1 each.
 */
export const mayTake = (held: number, free: number, perFree = 1): boolean => held < free * perFree;
