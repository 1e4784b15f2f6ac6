// Sends records to the staging tables in batches. A record that leaves fields out is first completed by what the
// database has of it.

import { complete } from '@battle-results/bundle-format/check';
import { leavesOut, withKept } from '@battle-results/bundle-format/kept';
import type { Problem } from '@battle-results/bundle-format/problem';
import type { BundleRecord, RecordType } from '@battle-results/bundle-format/record';
import { recordRules } from '@battle-results/bundle-format/record-rules';
import type { Sql } from '../db/sql.js';
import { getOrMake } from '../helpers/get-or-make.js';
import { readRecords } from './export.js';
import type { LineProblem } from './problem.js';
import { keyOf, stage, stagedText } from './staging.js';

const BATCH_CHARACTERS = 2_000_000;

type Waiting = { line: number; record: BundleRecord; problems: Problem[] };

type Stager = {
  /** `problems` are those of the record by itself; what the database has of it may settle them. */
  add(line: number, record: BundleRecord, problems: Problem[]): Promise<void>;
  /** Returns the problems that remain. */
  finish(): Promise<LineProblem[]>;
};

/**
 * Sends a batch while the next one is being read; at most one batch is in flight. `isNew`: the database holds nothing
 * that could be kept.
 */
export function createStager(sql: Sql, isNew: boolean): Stager {
  const batches = new Map<RecordType, { texts: string[]; waiting: Waiting[] }>();
  const remaining: LineProblem[] = [];
  let characters = 0;
  let sending: Promise<void> = Promise.resolve();

  async function completed(type: RecordType, waiting: Waiting[]): Promise<string[]> {
    const keys = waiting.map(({ record }) => keyOf(record));
    const found = isNew || keys.length === 0 ? [] : await readRecords(sql, type, keys);
    const known = new Map(found.map((record) => [keyOf(record), record]));
    return waiting.map(({ line, record, problems }) => {
      const before = known.get(keyOf(record));
      const after = complete(before ? withKept(record, before) : record);
      const wrong = before ? recordRules(after) : problems;
      remaining.push(...wrong.map((problem) => ({ line, ...problem })));
      return stagedText(line, after);
    });
  }

  async function send(): Promise<void> {
    const full = [...batches];
    batches.clear();
    characters = 0;
    await sending;
    sending = (async () => {
      for (const [type, { texts, waiting }] of full) {
        const all = [...texts, ...(await completed(type, waiting))];
        if (remaining.length === 0) await stage(sql, type, all);
      }
    })();
    // The error is thrown by the next await; until then it must not count as an unhandled rejection.
    sending.catch(() => undefined);
  }

  return {
    async add(line, record, problems) {
      const text = stagedText(line, record);
      const batch = getOrMake(batches, record.type, () => ({ texts: [], waiting: [] }));
      if (leavesOut(record)) batch.waiting.push({ line, record, problems });
      else batch.texts.push(text);
      characters += text.length;
      if (characters >= BATCH_CHARACTERS) await send();
    },
    async finish() {
      await send();
      await sending;
      return remaining;
    },
  };
}
