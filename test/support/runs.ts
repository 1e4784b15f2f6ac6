/** Number of runs of a property: a quarter of those given, on either database. `PROPERTIES=long` is the long form. */
export function runs(given: number): number {
  return process.env.PROPERTIES === 'long' ? given * 4 : Math.ceil(given / 4);
}
