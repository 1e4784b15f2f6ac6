import type { BracketMatchRecord, BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportAll, exportRecords, importAll, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { richWorld as world } from '../support/rich-world.js';
import { battle, battlePack, casual, club, knockout, player, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

describe('an import goes by natural keys', () => {
  test('the same bundle again writes nothing', async () => {
    await importAll(db, world);
    const [before, versions] = [await exportAll(db), await rowVersions()];
    await importAll(db, world);
    expect(await exportAll(db)).toStrictEqual(before);
    expect(await rowVersions()).toStrictEqual(versions);
  });

  test('a changed record writes that record', async () => {
    await importAll(db, world);
    const versions = await rowVersions();
    await importAll(db, [...world.slice(1), club({ name: 'Old Legion', city: 'Bergen' })]);
    expect(await db.sql.query(`SELECT "name", "city" FROM "club"`)).toStrictEqual([
      { name: 'Old Legion', city: 'Bergen' },
    ]);
    const changed = (await rowVersions()).filter((version) => !versions.includes(version));
    expect(changed.map((version) => version.split(' ')[0])).toStrictEqual(['club']);
  });

  test('a changed bundle of whole records leaves what a new database would hold', async () => {
    const changed: BundleRecord[] = [
      club({ name: 'Old Legion' }),
      player('p-1', { name: null, removed: true }),
      player('p-2', { name: 'Back Again' }),
      battlePack(),
      tournament({
        name: 'Summer Clash',
        stages: [knockout({ name: 'Finals' }), swiss({ name: 'Groups', rounds: 5 })],
        participants: ['Cy', { playerId: 'p-1' }, { playerId: 'p-2', dropped: true }],
        bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 2, players: [] }],
        tieBreakers: ['wins'],
      }),
      battle('b-1', { round: 2, sides: [{ entry: 2 }, { entry: 1 }] }),
      casual('b-2'),
      battle('b-3', { stage: 'knockout', sides: result('loss', [{ entry: 3 }, {}]) }),
    ];
    await importAll(db, changed);
    const expected = await exportAll(db);
    await emptyDb(db);
    await importAll(db, world);
    await importAll(db, expected, { restore: true });
    expect(await exportAll(db)).toStrictEqual(expected);
  });

  test('what is not in the bundle stays', async () => {
    await importAll(db, world);
    await importAll(db, [club({ slug: 'other' }), casual('b-4')]);
    expect(
      (await exportRecords(db)).map((record) => ('slug' in record ? record.slug : 'id' in record ? record.id : 'pack')),
    ).toStrictEqual(['northern-legion', 'other', 'p-1', 'p-2', 'pack', 'spring-clash', 'b-1', 'b-2', 'b-3', 'b-4']);
  });
});

describe('a tournament replaces what the database holds of it', () => {
  const before = tournament({
    organizers: ['p-1', 'p-2'],
    stages: [swiss(), knockout()],
    participants: [{ playerId: 'p-1' }, { playerId: 'p-2' }, 'Cy', 'Di'],
    bracketMatches: [semiFinal(1, [1, 2], 1), semiFinal(2, [3, 4], 3)],
  });
  beforeEach(() => importAll(db, [player('p-1'), player('p-2'), before]));

  test('participants, stages, matches and organisers it leaves out disappear', async () => {
    await importAll(db, [{ ...before, organizers: ['p-2'], bracketMatches: [semiFinal(1, [1, 2], 1)] }]);
    expect(await held()).toStrictEqual({
      organizers: ['p-2'],
      stages: ['swiss', 'knockout'],
      participants: ['1 p-1', '2 p-2', '3 Cy', '4 Di'],
      matches: ['1: 1, 2, winner 1'],
    });
    await importAll(db, [tournament({ participants: [{ playerId: 'p-1' }] })]);
    expect(await held()).toStrictEqual({ organizers: [], stages: ['swiss'], participants: ['1 p-1'], matches: [] });
  });

  test('unless battles need them', async () => {
    await importAll(db, [
      battle('b-1'),
      battle('b-2', { stage: 'knockout', sides: [{ entry: 3 }, { entry: 4 }] }),
      battle('b-3', { sides: [{ entry: 1 }, { entry: 3 }] }),
    ]);
    expect(
      await problemsOf(
        importAll(db, [club(), tournament({ participants: [{ playerId: 'p-1' }, { entry: 4, name: 'Di' }] })]),
      ),
    ).toStrictEqual([
      'line 2: participants leave out entry 2, which has battles',
      'line 2: participants leave out entry 3, which has battles',
      'line 2: stages leave out knockout, which has battles',
    ]);
  });

  test('and the same bundle may bring those battles elsewhere', async () => {
    await importAll(db, [battle('b-1', { sides: [{ entry: 2 }, { entry: 3 }] })]);
    await importAll(db, [
      tournament({ participants: [{ playerId: 'p-1' }, { entry: 4, name: 'Di' }] }),
      battle('b-1', {
        sides: [{ entry: 1 }, { entry: 4 }],
      }),
    ]);
    expect((await held()).participants).toStrictEqual(['1 p-1', '4 Di']);
    expect(await sidesOf('b-1')).toStrictEqual(['p-1 Player p-1', 'null Di']);
  });

  test('two players may swap entries', async () => {
    await importAll(db, [battle('b-1', { sides: [{ entry: 1 }, { entry: 2 }] })]);
    const { participants = [] } = tournament({ participants: [{ playerId: 'p-2' }, { playerId: 'p-1' }, 'Cy', 'Di'] });
    await importAll(db, [{ ...before, participants }]);
    expect((await held()).participants).toStrictEqual(['1 p-2', '2 p-1', '3 Cy', '4 Di']);
    expect(await sidesOf('b-1')).toStrictEqual(['p-2 Player p-2', 'p-1 Player p-1']);
  });

  test('a removed player may move to another entry', async () => {
    await importAll(db, [player('p-1', { name: null, removed: true }), { ...before, organizers: [] }]);
    const { participants = [] } = tournament({
      participants: [
        { entry: 4, playerId: 'p-1' },
        { entry: 3, name: 'Cy' },
      ],
    });
    await importAll(db, [{ ...before, participants, bracketMatches: [] }]);
    expect((await held()).participants).toStrictEqual(['3 Cy', '4 p-1']);
  });

  test('entries may be numbered anew together with their battles and matches', async () => {
    await importAll(db, [battle('b-1', { sides: [{ entry: 1 }, { entry: 3 }] })]);
    const participants = [
      { entry: 11, playerId: 'p-1' },
      { entry: 1, playerId: 'p-2' },
      { entry: 2, name: 'Cy' },
      { entry: 14, name: 'Di' },
    ];
    await importAll(db, [
      battle('b-1', { sides: [{ entry: 11 }, { entry: 2 }] }),
      { ...before, participants, bracketMatches: [semiFinal(1, [11, 1], 11), semiFinal(2, [2, 14], 2)] },
    ]);
    expect(await held()).toStrictEqual({
      organizers: ['p-1', 'p-2'],
      stages: ['swiss', 'knockout'],
      participants: ['1 p-2', '2 Cy', '11 p-1', '14 Di'],
      matches: ['1: 11, 1, winner 11', '2: 2, 14, winner 2'],
    });
    expect(await sidesOf('b-1')).toStrictEqual(['p-1 Player p-1', 'null Cy']);
  });

  test('stages may change places', async () => {
    await importAll(db, [{ ...before, stages: [knockout(), swiss()] }]);
    expect((await held()).stages).toStrictEqual(['knockout', 'swiss']);
  });
});

/** Every row with the transaction that wrote it (xmin) and its position (ctid). */
async function rowVersions(): Promise<string[]> {
  const tables = [
    ...['club', 'player', 'battle_pack', 'tournament', 'tournament_organizer', 'stage', 'participant'],
    ...['bracket_match', 'battle', 'battle_side', 'club_battle', 'setting'],
  ];
  const selects = tables.map((table) => `SELECT '${table} ' || r.xmin || ' ' || r.ctid AS "version" FROM "${table}" r`);
  const rows = await db.sql.query<{ version: string }>(selects.join(' UNION ALL '));
  return rows.map(({ version }) => version).sort();
}

async function held() {
  const record = (await exportRecords(db)).find(({ type }) => type === 'tournament');
  const { organizers, stages = [], participants = [], bracketMatches = [] } = record as TournamentRecord;
  return {
    organizers,
    stages: stages.map(({ id }) => id),
    participants: participants.map(({ entry, playerId, name }) => `${entry} ${playerId ?? name}`),
    matches: bracketMatches.map(({ table, players, winner }) => `${table}: ${players.join(', ')}, winner ${winner}`),
  };
}

async function sidesOf(id: string): Promise<string[]> {
  const rows = await db.sql.query<{ player_id: string | null; name: string | null }>(
    `SELECT "player_id", "name" FROM "battle_side" WHERE "battle_id" = $1 ORDER BY "position"`,
    [id],
  );
  return rows.map(({ player_id, name }) => `${player_id} ${name}`);
}

function semiFinal(table: number, players: number[], winner: number): BracketMatchRecord {
  return { stage: 'knockout', roundNumber: 1, round: 'Semi-final', table, players, winner };
}
