/** Longer than that of any browser; 16 kB would take milliseconds to read. */
const LENGTH_MAX = 1_000;

/** What a header such as Accept names, in lower case and in its order, with the weights (`q`); 0 means not acceptable. */
export function weightsOf(header: string | null): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '')
      .slice(0, LENGTH_MAX)
      .split(',')
      .map((item) => {
        const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
        const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
        return [name, weight >= 0 && weight <= 1 ? weight : 0];
      }),
  );
}

/** Whether the header names it, and does not refuse it with `q=0`. */
export const names = (header: string | null, name: string): boolean => (weightsOf(header).get(name) ?? 0) > 0;

/** Returns the option with the highest weight; of several with the same, the first. Null if none is acceptable. */
export function heaviest<Option extends string>(
  options: Iterable<Option>,
  weightOf: (option: Option) => number,
): Option | null {
  let chosen: Option | null = null;
  let most = 0;
  for (const option of options) {
    const weight = weightOf(option);
    if (weight > most) [chosen, most] = [option, weight];
  }
  return chosen;
}
