// Problems of a bundle, reported to its author.
import type { Problem } from '@battle-results/bundle-format/problem';

export type LineProblem = Problem & { line: number };

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
