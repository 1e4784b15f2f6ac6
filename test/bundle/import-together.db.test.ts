import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ImportRefused } from '../../src/bundle/problem.js';
import type { Db } from '../../src/db/client.js';
import { exportRecords, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb, skipOnEmbedded } from '../support/database.js';
import { richWorld } from '../support/rich-world.js';
import { soon } from '../support/soon.js';
import { battle, club, load, player, tournament } from '../support/world.js';

const TOURNAMENTS = 20;

/** All importers have the same tournaments, every other one in reverse order, each with its own players and battles. */
function world(importer: number): BundleRecord[] {
  const slugs = Array.from({ length: TOURNAMENTS }, (_, n) => `t-${n}`);
  const own = slugs.flatMap((slug, n): BundleRecord[] => [
    player(`p-${importer}-${n}`, { name: `Ann of ${importer}` }),
    tournament({ slug, name: `Clash of ${importer}`, participants: [{ playerId: `p-${importer}-${n}` }, 'Bo'] }),
    battle(`b-${importer}-${n}`, { tournament: slug }),
  ]);
  return [club({ name: `Legion of ${importer}` }), ...(importer % 2 === 0 ? own : own.reverse())];
}

const namesOf = (records: BundleRecord[], type: BundleRecord['type']) =>
  new Set(records.filter((record) => record.type === type).map((record) => ('name' in record ? record.name : null)));

describe.skipIf(skipOnEmbedded('only one process may have it'))('imports at once', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openTestDb();
  });
  beforeEach(() => emptyDb(db));

  test('of the same tournaments all succeed, one after the other, and the last one is there whole', async () => {
    const reports = await Promise.all([0, 1, 2, 3].map((importer) => importAll(db, world(importer))));
    const battles = reports.map(({ changes }) => changes.find(({ noun }) => noun === 'battle')?.count);
    expect(battles).toStrictEqual(Array(4).fill(TOURNAMENTS));
    const records = await exportRecords(db);
    const [name] = namesOf(records, 'tournament');
    expect(namesOf(records, 'tournament')).toStrictEqual(new Set([name]));
    expect(namesOf(records, 'club')).toStrictEqual(new Set([name?.replace('Clash', 'Legion')]));
    expect(records.filter(({ type }) => type === 'battle')).toHaveLength(4 * TOURNAMENTS);
  });

  test('of which one is refused leave all of the other and nothing of that one', async () => {
    const [good, bad] = await Promise.allSettled([
      importAll(db, world(0)),
      importAll(db, [...world(1), battle('b-wrong', { tournament: 'nowhere' })]),
    ]);
    expect([good.status, bad.status]).toStrictEqual(['fulfilled', 'rejected']);
    expect(namesOf(await exportRecords(db), 'tournament')).toStrictEqual(new Set(['Clash of 0']));
  });

  test('with another writer in its way is refused with what to do, and written as a whole the next time', async () => {
    await load(db, richWorld);
    const before = await exportRecords(db);
    const changed = richWorld.map((record) =>
      'name' in record && record.name ? { ...record, name: 'Other' } : record,
    );
    let importing: Promise<unknown> = Promise.resolve();
    await db.sql.transaction(async (writer) => {
      // Makes the importer the one that detects the deadlock and is cancelled.
      await writer.script(`SET LOCAL deadlock_timeout = '1min'; LOCK TABLE "tournament"`);
      importing = importAll(db, changed).catch((error: unknown) => error);
      await soon(async () => {
        const waiting = await db.sql.query(
          `SELECT FROM pg_locks WHERE NOT granted AND relation = '"tournament"'::regclass`,
        );
        expect(waiting.length).toBeGreaterThan(0);
      });
      await writer.script('LOCK TABLE "club"');
    });
    const error = await importing;
    expect(error).toBeInstanceOf(ImportRefused);
    expect((error as Error).message).toBe(
      'Another process wrote to the same rows at the same time, and PostgreSQL gave up this import. ' +
        'Nothing was written. Run it again.',
    );
    expect(await exportRecords(db)).toStrictEqual(before);
    await importAll(db, changed);
    expect(namesOf(await exportRecords(db), 'club')).toStrictEqual(new Set(['Other']));
  });
});
