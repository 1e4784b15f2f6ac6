// Imports a bundle in one transaction, all or nothing. Lines are checked and staged as they arrive; references are
// checked once everything is staged, and only then are the real tables written.

import { type Checked, checkLine } from '@battle-results/bundle-format/check';
import { PROBLEMS_MAX } from '@battle-results/bundle-format/problem';
import { type BundleRecord, type RecordType, recordSchemas } from '@battle-results/bundle-format/record';
import type { Db } from '../db/client.js';
import type { Sql } from '../db/sql.js';
import { NOTHING_SET_ASIDE, setAside } from './bulk.js';
import { findChanges, findDeleted, type ImportChange, rememberStored } from './changes.js';
import { BATTLES_NOT_READ, findForeign, keepWhatConvertersMust } from './converted.js';
import { holdsDemoWorld, isEmpty, ownedByDemo, ownedByOperator, wasNeverLoaded } from './data-owner.js';
import { findDemoTies, removeDemoWorld } from './demo-removal.js';
import type { Line } from './lines.js';
import { analyzeMerged, deleteLeftovers, mergeStaged } from './merge.js';
import { BundleError, ImportRefused, type LineProblem } from './problem.js';
import { findBadReferences, findDoubtful, findNeededLeftovers } from './references.js';
import { createStager } from './stager.js';
import { analyzeStaging, createStaging } from './staging.js';

/** Advisory lock. Two concurrent imports would not see each other's rows, so the second one waits. */
export const IMPORT_LOCK = 72_707_370;

/** What was done or, in a dry run, would be. */
export type ImportReport = { dryRun: boolean; demoRemoved: boolean; changes: ImportChange[] };
export type ImportProgress =
  | { step: 'reading'; lines: number }
  | { step: 'comparing' }
  | { step: 'writing'; done: number; total: number }
  | { step: 'finishing' };
export type ImportOptions = {
  dryRun?: boolean;
  replaceDemo?: boolean;
  /** Allows removed players to be restored. */
  restore?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Called for each value that is imported although it is probably a mistake. */
  onDoubt?: (doubt: LineProblem) => void;
  /** The records come from a converter: see converted.ts. */
  converted?: boolean;
  /** The data is the demo world: marks it as such and stores its API key. */
  demo?: boolean;
};

export async function importBundle(db: Pick<Db, 'sql'>, lines: AsyncIterable<Line>, options: ImportOptions = {}) {
  return importChecked(db, checkLines(lines), options);
}

/** For records that are complete and need no check, such as those of the demo world. */
export async function importRecords(
  db: Pick<Db, 'sql'>,
  records: Iterable<BundleRecord>,
  options: ImportOptions = {},
): Promise<ImportReport> {
  return importChecked(db, numbered(records), options);
}

function* numbered(records: Iterable<BundleRecord>): Generator<NumberedCheck> {
  let line = 0;
  for (const record of records) yield { line: ++line, record, problems: [] };
}

type NumberedCheck = Checked & { line: number };
type NumberedChecks = AsyncIterable<NumberedCheck> | Iterable<NumberedCheck>;

/** A few bytes of gzip can hold a billion blank lines, which would be read for minutes. */
const BLANK_LINES_MAX = 100_000;
const BLANK = `is blank, like ${BLANK_LINES_MAX.toLocaleString('en')} before it; is this JSON Lines?`;

async function* checkLines(lines: AsyncIterable<Line>): AsyncGenerator<NumberedCheck> {
  let blank = 0;
  for await (const { line, text, problem } of lines) {
    if (problem !== undefined) yield { line, record: null, problems: [{ path: '', message: problem }] };
    else if (text.trim() !== '') yield { line, ...checkLine(text) };
    else if (blank === BLANK_LINES_MAX) {
      yield { line, record: null, problems: [{ path: '', message: BLANK }] };
      return;
    } else blank += 1;
  }
}

/** The import itself, of records that were checked line by line. */
export async function importChecked(
  { sql: connection }: Pick<Db, 'sql'>,
  records: NumberedChecks,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { dryRun = false, replaceDemo = false, restore = false, converted = false, demo = false } = options;
  const { onProgress = () => undefined, onDoubt = () => undefined } = options;
  const rollback = new Error('dry run');
  const report: ImportReport = { dryRun, demoRemoved: false, changes: [] };
  try {
    await connection.transaction(async (sql) => {
      await sql.script(FOR_LARGE_STATEMENTS);
      await sql.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      report.demoRemoved = await makeRoom(sql, { replaceDemo, demo });
      await createStaging(sql);
      const isNew = demo || (await isEmpty(sql));
      await sql.query(`SELECT note('import', ARRAY[''])`);
      if (isNew) await sql.query('SELECT note_everything()');
      const staged = await stageAll(sql, records, isNew, (lines) => onProgress({ step: 'reading', lines }));
      const isLarge = Object.values(staged).reduce((sum, count) => sum + count, 0) >= ANALYZED_FROM;
      if (converted) {
        refuseIfAny(await findForeign(sql));
        await keepWhatConvertersMust(sql);
      }
      await analyzeStaging(sql);
      refuseIfAny(await findBadReferences(sql, { restore }));
      for (const doubt of await findDoubtful(sql)) onDoubt(doubt);
      const { indexes, foreignKeys } = isNew && isLarge ? await setAside(sql) : NOTHING_SET_ASIDE;
      if (!isNew) onProgress({ step: 'comparing' });
      await rememberStored(sql);
      await mergeStaged(sql, (done, total) => onProgress({ step: 'writing', done, total }));
      onProgress({ step: 'finishing' });
      for (const index of indexes) await sql.query(index);
      const deleted = converted ? await findDeleted(sql, BATTLES_NOT_READ) : [];
      if (converted) await sql.query(`DELETE FROM "battle" b WHERE ${BATTLES_NOT_READ}`);
      refuseIfAny(await findNeededLeftovers(sql));
      await deleteLeftovers(sql);
      await (demo ? ownedByDemo(sql) : ownedByOperator(sql));
      if (isLarge) await analyzeMerged(sql);
      for (const type of TYPES) report.changes.push(...(await findChanges(sql, type, staged[type])));
      report.changes.push(...deleted);
      for (const foreignKey of foreignKeys) await sql.query(foreignKey);
      if (dryRun) throw rollback;
    });
  } catch (error) {
    if (MET_ANOTHER_WRITER.test(String((error as { code?: unknown }).code))) throw new ImportRefused(TRY_AGAIN);
    if (error !== rollback) throw error;
  }
  return report;
}

/** The demo world never mixes with other data. Returns whether it was removed. */
async function makeRoom(sql: Sql, { replaceDemo, demo }: { replaceDemo: boolean; demo: boolean }): Promise<boolean> {
  if (!(await holdsDemoWorld(sql))) {
    if (demo && !(await wasNeverLoaded(sql))) throw new ImportRefused(OWN_DATA_IN_THE_WAY);
    return false;
  }
  if (!replaceDemo) throw new ImportRefused(DEMO_IN_THE_WAY);
  const ties = await findDemoTies(sql);
  if (ties.length > 0) throw new ImportRefused(demoIsTied(ties));
  await removeDemoWorld(sql);
  if (demo && !(await isEmpty(sql))) throw new ImportRefused(OWN_DATA_IN_THE_WAY);
  return true;
}

/** The connection's settings are for short statements: one plan for all values, and little memory. */
export const FOR_LARGE_STATEMENTS = `SET LOCAL work_mem = '64MB'; SET LOCAL plan_cache_mode = auto`;

const TYPES = Object.keys(recordSchemas) as RecordType[];

/** Records from which an import is large: a small one hardly changes the planner's statistics. */
const ANALYZED_FROM = 500;

/** A deadlock or a serialization failure, for which PostgreSQL aborts one of the transactions. */
const MET_ANOTHER_WRITER = /^40(P01|001)$/;
const TRY_AGAIN =
  'Another process wrote to the same rows at the same time, and PostgreSQL gave up this import. ' +
  'Nothing was written. Run it again.';
const OWN_DATA_IN_THE_WAY = 'This database holds data of your own. The demo world is only loaded into an empty one.';
const DEMO_IN_THE_WAY =
  'This database holds the demo world. Add --replace-demo to remove it, and its key, in the same step.';
const demoIsTied = (ties: string[]) =>
  `The demo world cannot be removed, because data of your own is linked to it:\n  ${ties.join('\n  ')}\n` +
  'Nothing was changed. Delete your own records among these, or remove the links, and run the import again.';

async function stageAll(
  sql: Sql,
  records: NumberedChecks,
  isNew: boolean,
  onLines: (lines: number) => void,
): Promise<Record<RecordType, number>> {
  const staged = { club: 0, player: 0, battlePack: 0, faction: 0, tournament: 0, battle: 0 };
  const problems: LineProblem[] = [];
  const stager = createStager(sql, isNew);
  for await (const { line, record, problems: found } of records) {
    if (record === null) {
      problems.push(...found.map((problem) => ({ line, ...problem })));
      if (problems.length >= PROBLEMS_MAX) break;
    } else if (problems.length === 0) {
      await stager.add(line, record, found);
      staged[record.type] += 1;
    }
    if (line % 1000 === 0) onLines(line);
  }
  problems.push(...(await stager.finish()));
  refuseIfAny(problems.sort((a, b) => a.line - b.line).slice(0, PROBLEMS_MAX));
  return staged;
}

function refuseIfAny(problems: LineProblem[]) {
  if (problems.length > 0) throw new BundleError(problems);
}
