// Plays the ongoing tournament of the demo world, so that visitors see it change. Changes are written as an import
// writes them, one entry at a time, and never into a database that holds an operator's data.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BundleRecord } from '@battle-results/bundle-format/record';
import { holdsDemoWorld } from '../bundle/data-owner.js';
import { KEYS, snakeCase } from '../bundle/fields.js';
import { IMPORT_LOCK } from '../bundle/import.js';
import { deleteLeftovers, mergeStaged } from '../bundle/merge.js';
import { createStaging, keyOf, stage, stagedText } from '../bundle/staging.js';
import type { Db } from '../db/client.js';
import { DbError } from '../db/db-error.js';
import type { Sql } from '../db/sql.js';
import { course, type Moment, PLAYED_FROM, PLAYED_SLUG } from './course.js';
import { daysBetween } from './world.js';

const PACE_MS = 1_500;
/** After this long without an entry, a process counts as gone and another one takes over. */
const ABSENT_MS = 15_000;
const AGAIN_MS = 5_000;

type DemoPlay = {
  /** Number of entries until the tournament starts over. */
  entries: number;
  /**
   * Makes the next entry. Returns false if another process is playing or the demo world is gone; throws a DbError if
   * the database holds an operator's data.
   */
  step(): Promise<boolean>;
};

type DemoPlayer = { close(): Promise<void> };

/** Every process may call this; only one of them plays at a time. */
export function playDemo(
  play: DemoPlay,
  log: { warn(fields: object, message: string): void },
  paceMs = PACE_MS,
): DemoPlayer {
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);
  const playing = (async () => {
    while (!signal.aborted) {
      const played = await play.step().catch((error) => {
        if (error instanceof DbError) closing.abort();
        else if (signal.aborted) return false;
        log.warn({ err: error }, 'The demo could not be played on');
        return false;
      });
      await pause(played ? paceMs : AGAIN_MS);
    }
  })();
  return {
    async close() {
      closing.abort();
      await playing;
    },
  };
}

/** Throws a DbError if the database holds anything but the demo world. */
export async function createDemoPlay({ sql: connection }: Pick<Db, 'sql'>): Promise<DemoPlay> {
  await connection.transaction(async (sql) => {
    if (!(await holdsDemoWorld(sql))) throw new DbError(NO_DEMO_WORLD);
    if (await holdsMore(sql)) throw new DbError(OWN_DATA);
  });
  const moments = course(await daysMoved(connection));
  const self = randomUUID();
  let known: { at: number; moment: Moment } | null = null;

  async function step(): Promise<boolean> {
    let next = known;
    const played = await connection.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
      if (!(await holdsDemoWorld(sql))) return false;
      if (await holdsMore(sql)) throw new DbError(OWN_DATA);
      const turn = await readTurn(sql);
      if (turn?.isTaken && turn.by !== self) return false;
      const at = turn ? (turn.at + 1) % moments.length : 0;
      const moment = moments[at] as Moment;
      // The state that another process left is not known here, so everything is written.
      await write(sql, turn?.by === self && known?.at === turn.at ? known.moment : null, moment);
      await writeTurn(sql, { by: self, at });
      next = { at, moment };
      return true;
    });
    known = played ? next : null;
    return played;
  }

  return { entries: moments.length, step };
}

const NO_DEMO_WORLD =
  'DEMO_PLAY plays the demo world, which this database does not hold. Load it into an empty database with ' +
  'npm run demo -- --load, or leave DEMO_PLAY out.';
const OWN_DATA =
  'DEMO_PLAY plays the demo world, and this database holds data of your own beside it, which it must not touch. ' +
  'Use another database, or leave DEMO_PLAY out.';

/** True if there is a record that does not belong to the demo world. */
async function holdsMore(sql: Sql): Promise<boolean> {
  const others = (['club', 'player', 'battlePack', 'tournament', 'battle'] as const).map(
    (type) =>
      `EXISTS (SELECT FROM "${snakeCase(type)}" r WHERE NOT EXISTS (
        SELECT FROM "demo_record" d WHERE d."type" = '${type}' AND d."key" = r."${KEYS[type]}"))`,
  );
  const [row] = await sql.query<{ more: boolean }>(`SELECT ${others.join(' OR ')} AS "more"`);
  return row?.more === true;
}

/** How many days later than in the file the tournament starts, by the day on which the demo world was loaded. */
async function daysMoved(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ day: string | null }>(
    `SELECT "start_date"::text AS "day" FROM "tournament" WHERE "slug" = $1`,
    [PLAYED_SLUG],
  );
  return row?.day ? daysBetween(PLAYED_FROM, row.day) : 0;
}

/** Writes records that are new or changed, and deletes battles that no longer exist. */
async function write(sql: Sql, before: Moment | null, moment: Moment): Promise<void> {
  const changed = [...moment].flatMap(([key, record]) => (before?.get(key) === record ? [] : [record]));
  if (changed.length > 0) {
    await createStaging(sql);
    for (const type of ['tournament', 'battle'] as const) {
      const lines = changed.filter((record) => record.type === type).map((record, at) => stagedText(at + 1, record));
      if (lines.length > 0) await stage(sql, type, lines);
    }
    await mergeStaged(sql, () => undefined);
    await deleteLeftovers(sql);
    await note(sql, changed);
  }
  if (before === null || moment.size < before.size) await takeBack(sql, [...moment.keys()]);
}

/** Marks records as part of the demo world, so that they are removed with it. */
async function note(sql: Sql, records: readonly BundleRecord[]): Promise<void> {
  await sql.query(
    `INSERT INTO "demo_record" ("type", "key")
     SELECT "pair" ->> 0, "pair" ->> 1 FROM jsonb_array_elements($1::jsonb) AS "pair" ON CONFLICT DO NOTHING`,
    [JSON.stringify(records.map((record) => [record.type, keyOf(record)]))],
  );
}

async function takeBack(sql: Sql, kept: readonly string[]): Promise<void> {
  await sql.query(
    `WITH "gone" AS (
       DELETE FROM "battle" b USING "demo_record" d
       WHERE b."tournament_slug" = $1 AND b."id" <> ALL ($2::text[]) AND d."type" = 'battle' AND d."key" = b."id"
       RETURNING b."id")
     DELETE FROM "demo_record" d USING "gone" WHERE d."type" = 'battle' AND d."key" = "gone"."id"`,
    [PLAYED_SLUG, kept],
  );
}

/** The process that plays, and the last entry it made. It keeps the turn until ABSENT_MS after that. */
type Turn = { by: string; at: number };

const TURN = 'demo-play';

/** The database's clock, because the clocks of several machines may differ. */
const NOW = `(extract(epoch FROM clock_timestamp()) * 1000)::float8`;

async function readTurn(sql: Sql): Promise<(Turn & { isTaken: boolean }) | null> {
  const [row] = await sql.query<{ value: string; now: number }>(
    `SELECT "value", ${NOW} AS "now" FROM "setting" WHERE "key" = $1`,
    [TURN],
  );
  if (!row) return null;
  const { by, at, until } = JSON.parse(row.value) as Turn & { until: number };
  // The clock may have been set back: no turn lasts longer than ABSENT_MS.
  return { by, at, isTaken: until > row.now && until <= row.now + ABSENT_MS };
}

async function writeTurn(sql: Sql, { by, at }: Turn): Promise<void> {
  await sql.query(
    `INSERT INTO "setting" ("key", "value")
     VALUES ($1, jsonb_build_object('by', $2::text, 'at', $3::int, 'until', ${NOW} + $4::int)::text)
     ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"`,
    [TURN, by, at, ABSENT_MS],
  );
}
