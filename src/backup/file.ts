// The file of a backup: a gzipped bundle between a line that says what it is and one with the number and a digest of all
// before it, with records that only a restore reads (bundle/service-records.ts).
import { createHash } from 'node:crypto';
import type { Line } from '../bundle/lines.js';

/** The backup cannot be made or restored; the message says why. */
export class BackupError extends Error {}

/** `migration`: the last one of the database that was backed up. */
export type Header = { type: 'backup'; createdAt: string; migration: string };

/** Numbers and digests the lines of a file. */
export function createSeal() {
  const digest = createHash('sha256');
  let lines = 0;
  return {
    add(text: string) {
      lines += 1;
      digest.update(text).update('\n');
    },
    end: () => ({ type: 'end', lines, sha256: digest.digest('hex') }),
  };
}

/** Values of the lines of a backup, up to its last; throws as soon as it is no backup, or not as it was written. */
export async function* readBackup(lines: AsyncIterable<Line>, name: string): AsyncGenerator<object> {
  const seal = createSeal();
  let isFirst = true;
  let ended = false;
  for await (const { text, problem } of lines) {
    const value: object | null = problem !== undefined || ended ? null : parsed(text);
    if (value === null) throw isFirst ? foreign(name) : damaged(name);
    if (isFirst && !('createdAt' in value)) throw foreign(name);
    isFirst = false;
    if ('sha256' in value) {
      ended = value.sha256 === seal.end().sha256;
      if (!ended) throw damaged(name);
    } else {
      seal.add(text as string);
      yield value;
    }
  }
  if (!ended) throw isFirst ? foreign(name) : damaged(name);
}

/** Reads a whole file, and returns what is in it. */
export async function checkBackup(lines: AsyncIterable<Line>, name: string) {
  let [count, createdAt] = [0, ''];
  for await (const value of readBackup(lines, name)) {
    createdAt ||= (value as Header).createdAt;
    count += 1;
  }
  return { createdAt, lines: count };
}

/** An object or an array. */
function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

const foreign = (name: string) => new BackupError(`${name} is not a backup made by npm run backup.`);
const damaged = (name: string) =>
  new BackupError(`${name} is damaged or cut short: its contents are not those that were written. Use another backup.`);
