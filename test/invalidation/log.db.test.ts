// The protocol of the log, by random interleavings: writers whose transactions overlap, several processes that number, readers
// in the middle of pages, restarts, crashes that lose transactions, copies that are put back, restores. Each reader ends with
// exactly what is visible, and learns the id of nothing that never was.

import fc from 'fast-check';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { storeKey } from '../../src/db/keys.js';
import { pruneLog } from '../../src/db/log/prune.js';
import { createTestApp } from '../support/app.js';
import { emptyDb, openTestDb, skipOnEmbedded, urlOf } from '../support/database.js';
import { runs } from '../support/runs.js';

const skip = skipOnEmbedded('it has one connection');
const db = await openTestDb();
const app = await createTestApp(db, { documented: false });

const slot = fc.nat(2);
const place = fc.nat(2);
const op = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('write' as const), slot, place, what: fc.nat(11), text: fc.nat(99) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('commit' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('roll back' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('number' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('number and die' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('read' as const), slot, limit: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('catch up' as const), slot }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('copy' as const, 'restart' as const, 'crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('put back' as const, 'restore' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('prune' as const), above: fc.nat(2) }) },
);

/** Statements that change what is visible, or what would be. */
const WRITES: ((place: number, text: number) => string)[] = [
  (p, text) => `INSERT INTO "club" ("slug", "name", "city") VALUES ('c-${p}', 'Club', '${text}')
    ON CONFLICT ("slug") DO UPDATE SET "city" = excluded."city"`,
  (p) => `DELETE FROM "club" WHERE "slug" = 'c-${p}'`,
  (
    p,
    text,
  ) => `INSERT INTO "tournament" ("slug", "name", "battle_size", "published") VALUES ('t-${p}', '${text}', 1, ${text % 2 === 0})
    ON CONFLICT ("slug") DO UPDATE SET "name" = excluded."name"`,
  (p) => `UPDATE "tournament" SET "published" = NOT "published" WHERE "slug" = 't-${p}'`,
  (p) => `UPDATE "tournament" SET "published" = NOT "published" WHERE "slug" = 't-${p}'`,
  (p) => `DELETE FROM "battle" WHERE "tournament_slug" = 't-${p}'; DELETE FROM "tournament" WHERE "slug" = 't-${p}'`,
  (p, text) => `INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position")
      SELECT "slug", 'swiss', 'S', 'board', 3, 1 FROM "tournament" WHERE "slug" = 't-${p}' ON CONFLICT DO NOTHING;
    INSERT INTO "battle" ("id", "tournament_slug", "stage_id", "battle_size", "scenario")
      SELECT 'b-${text % 5}', "tournament_slug", "id", 1, '${text}' FROM "stage" WHERE "tournament_slug" = 't-${p}'
      ON CONFLICT ("id") DO UPDATE SET "scenario" = excluded."scenario"`,
  (_, text) => `UPDATE "battle" SET "scenario" = '${text}' WHERE "id" = 'b-${text % 5}'`,
  (_, text) => `DELETE FROM "battle" WHERE "id" = 'b-${text % 5}'`,
  (p, text) => `UPDATE "battle" SET "tournament_slug" = 't-${p}' WHERE "id" = 'b-${text % 5}'
    AND EXISTS (SELECT FROM "stage" WHERE "tournament_slug" = 't-${p}')`,
  (p) => `UPDATE "tournament" SET "slug" = 't-${(p + 1) % 3}' WHERE "slug" = 't-${p}'
    AND NOT EXISTS (SELECT FROM "tournament" WHERE "slug" = 't-${(p + 1) % 3}')`,
  (p, text) => `SAVEPOINT s; UPDATE "club" SET "city" = '${text}' WHERE "slug" = 'c-${p}'; ROLLBACK TO SAVEPOINT s`,
];

const VISIBLE = `SELECT 'club/' || "slug" AS "id", "city" AS "text" FROM "club"
  UNION ALL SELECT 'tournament/' || "slug", "name" FROM "tournament" WHERE "published"
  UNION ALL SELECT 'battle/' || b."id", b."scenario" FROM "battle" b JOIN "tournament" t ON t."slug" = b."tournament_slug" AND t."published"`;

const QUERY = `query ($since: String, $first: Int) { changes(since: $since, first: $first) { next upToDate nodes { kind key deleted
  node { ... on Club { city } ... on Tournament { name } ... on Battle { scenario } } } } }`;

type Change = { kind: string; key: string; deleted: boolean; node: Record<string, string> | null };

/** A client that keeps a copy by the feed alone. */
class Reader {
  readonly copy = new Map<string, string | undefined>();
  private since: string | null = null;

  async read(first: number, everVisible: ReadonlySet<string>): Promise<boolean> {
    const { body } = await app.graphql(QUERY, { since: this.since, first });
    if (body.errors) {
      expect(body.errors[0].extensions.code).toBe('GONE');
      this.since = null;
      this.copy.clear();
      return false;
    }
    const { next, upToDate, nodes } = body.data.changes;
    for (const { kind, key, deleted, node } of nodes as Change[]) {
      const id = `${kind}/${key}`;
      expect(everVisible, 'what never was visible').toContain(id);
      if (deleted) this.copy.delete(id);
      else this.copy.set(id, Object.values(node ?? {})[0]);
    }
    this.since = next;
    return upToDate;
  }

  async catchUp(everVisible: ReadonlySet<string>): Promise<void> {
    while (!(await this.read(2, everVisible)));
  }
}

const connections = skip ? [] : await Promise.all([1, 2, 3, 4].map(async () => new pg.Client(await urlOf(db))));
await Promise.all(connections.map((client) => client.connect()));
afterAll(() => Promise.all(connections.map((client) => client.end())));
const [admin, ...writers] = connections;
const query = async <Row extends object>(text: string) => (await admin?.query<Row>(text))?.rows ?? [];

// Copies all that can be written from one schema to another; without triggers, as a file system would.
await query(`
  CREATE SCHEMA IF NOT EXISTS "copy";
  CREATE FUNCTION copy_all("source" TEXT, "target" TEXT) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    of record;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR of IN SELECT c.table_name AS "table", string_agg(quote_ident(c.column_name), ', ') AS "columns"
      FROM information_schema.columns c JOIN pg_tables t ON t.schemaname = 'public' AND t.tablename = c.table_name
      WHERE c.table_schema = 'public' AND c.is_generated = 'NEVER' AND c.table_name NOT IN ('account', 'api_key', 'setting')
        AND c.table_name NOT LIKE '\\_%' GROUP BY 1
    LOOP
      EXECUTE format('CREATE TABLE IF NOT EXISTS copy.%1$I AS SELECT %2$s FROM public.%1$I WITH NO DATA', of."table", of."columns");
      EXECUTE format('DELETE FROM %I.%I', "target", of."table");
      EXECUTE format('INSERT INTO %1$I.%2$I (%3$s) OVERRIDING SYSTEM VALUE SELECT %3$s FROM %4$I.%2$I',
        "target", of."table", of."columns", "source");
    END LOOP;
  END
  $$`);

const copyAll = () => query(`SELECT copy_all('public', 'copy')`);

/** As a crash that loses what was written since the copy, or a folder that is put back, leaves the data. */
const putBack = () =>
  query(`SELECT copy_all('copy', 'public'); SELECT setval('log_tx', (SELECT greatest(max("tx"), 1) FROM "note"))`);

/** Another start of the server, as its marks see it. */
const startAgain = () => query(`UPDATE "mark" SET "server" = 'before'`);

async function tryOut(ops: readonly (typeof op extends fc.Arbitrary<infer T> ? T : never)[]): Promise<void> {
  await query('ROLLBACK').catch(() => undefined);
  await emptyDb(db);
  const { key } = app;
  await storeKey(db.sql, 'Test', key);
  await copyAll();
  const readers = [new Reader(), new Reader(), new Reader()];
  const open = [false, false, false];
  const everVisible = new Set<string>();
  const look = async () => {
    for (const { id } of await query<{ id: string }>(VISIBLE)) everVisible.add(id);
  };
  const end = async (nth: number, how: 'COMMIT' | 'ROLLBACK') => {
    if (!open[nth]) return;
    open[nth] = false;
    await writers[nth]?.query(how);
    await look();
  };
  const endAll = async (how: 'COMMIT' | 'ROLLBACK') => {
    for (const nth of writers.keys()) await end(nth, how);
  };
  await look();
  for (const each of ops) {
    if (each.do === 'write') {
      if (!open[each.slot]) await writers[each.slot]?.query(`BEGIN; SET LOCAL lock_timeout = '20ms'`);
      open[each.slot] = true;
      const write = WRITES[each.what]?.(each.place, each.text) ?? '';
      // What is refused or would have to wait ends its transaction.
      await writers[each.slot]?.query(write).catch(() => end(each.slot, 'ROLLBACK'));
    } else if (each.do === 'commit') await end(each.slot, 'COMMIT');
    else if (each.do === 'roll back') await end(each.slot, 'ROLLBACK');
    else if (each.do === 'number') await Promise.all([1, 2].map(() => db.sql.query('SELECT log_head()')));
    else if (each.do === 'number and die') await query('BEGIN; SELECT log_head(); ROLLBACK');
    else if (each.do === 'read') await readers[each.slot]?.read(each.limit, everVisible);
    else if (each.do === 'catch up') await readers[each.slot]?.catchUp(everVisible);
    else if (each.do === 'copy') await copyAll();
    else if (each.do === 'restart') {
      await endAll('ROLLBACK');
      await startAgain();
    } else if (each.do === 'crash' || each.do === 'put back') {
      await endAll('ROLLBACK');
      await putBack();
      await startAgain();
      await look();
    } else if (each.do === 'restore') {
      await endAll('ROLLBACK');
      await query(
        `BEGIN; SELECT note_everything(); DELETE FROM "battle"; UPDATE "club" SET "city" = 'restored'; COMMIT`,
      );
      await look();
    } else if (each.do === 'prune') {
      const [{ head = 0 } = {}] = await query<{ head: number }>('SELECT newest_number()::float8 AS "head"');
      await pruneLog(db.sql, 0, head - each.above);
    }
  }
  await endAll('COMMIT');
  const visible = await query<{ id: string; text: string }>(VISIBLE);
  const expected = Object.fromEntries(visible.map(({ id, text }) => [id, text]));
  for (const reader of readers) {
    await reader.catchUp(everVisible);
    expect(Object.fromEntries(reader.copy)).toStrictEqual(expected);
  }
}

test.skipIf(skip)(
  'ends with what is there, however writes, numbering, reading and faults interleave',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(op, { minLength: 20, maxLength: 100, size: 'max' }), tryOut), {
      numRuns: runs(60),
    });
  },
  3_600_000,
);
