/** Math.max, which takes no bigints. */
export const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
