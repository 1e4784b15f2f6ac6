// Problems of a bundle, reported to its author.

export type Problem = { path: string; message: string };
export type LineProblem = Problem & { line: number };

export const PROBLEMS_MAX = 20;

export class BundleError extends Error {
  constructor(
    readonly problems: LineProblem[],
    textOf = problemText,
  ) {
    super(problems.map(textOf).join('\n'));
  }
}

/** The bundle is valid but cannot be imported into this database; the message says why. */
export class ImportRefused extends Error {}

export function problemText({ line, path, message }: LineProblem): string {
  return `line ${line}: ${path ? `${path} ` : ''}${message}`;
}

/** Formats a list as "a, b or c". */
export function orList(values: readonly unknown[]): string {
  const words = values.map((value) => String(value));
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
