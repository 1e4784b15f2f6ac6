export type Problem = { path: string; message: string };

/** Problems that are reported at once. */
export const PROBLEMS_MAX = 20;

/** Formats a list as "a, b or c". */
export function orList(values: readonly unknown[]): string {
  const words = values.map((value) => String(value));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
