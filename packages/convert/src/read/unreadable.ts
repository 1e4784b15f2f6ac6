import type { FileProblem } from '../converter.js';

/** A file that cannot be read; the message says why, and where. */
export class UnreadableError extends Error {}

/** What `read` returns; null if the file is unreadable, which is then among the problems. */
export function readOrSay<Value>(file: string, problems: FileProblem[], read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    problems.push({ file, at: '', message: error.message });
    return null;
  }
}
