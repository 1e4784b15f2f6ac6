// From files through a converter and an import to the answers of REST, GraphQL and the site.
import { readFileSync } from 'node:fs';
import type { Asked, Converter, SourceFile } from '@battle-results/convert';
import { convert, newRecruit, spreadsheet } from '@battle-results/convert';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { asked, file } from '../../packages/convert/test/support/convert.js';
import { importText } from '../../src/bundle/change-words.js';
import { importRecords } from '../../src/bundle/import.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { exportRecords, importAll, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { casual, club, load, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

async function bring(converter: Converter, files: SourceFile[], rest: Partial<Asked> = {}) {
  const { records, problems } = convert(converter, files, asked(rest));
  expect(problems).toStrictEqual([]);
  return importRecords(db, records, { converted: true });
}

const example = (name: string) =>
  file(name, readFileSync(new URL(`../../docs/convert/examples/${name}`, import.meta.url)));
const EXAMPLES = ['players.csv', 'results.csv', 'event.csv'].map(example);

/** Rank, name and battle points of each row. */
async function standingsOf(slug: string) {
  const { data } = await (await app.get(`/api/v1/tournaments/${slug}/standings`)).json();
  return data.map((row: Record<string, unknown>) => `${row.rank} ${row.player} ${row.battlePoints}`);
}

const results = (...rows: string[]) => [
  file('players.csv', 'Number,Name,Player id,Club\n1,Ann,p-1,Dice\n2,Bo,p-2,\n3,Cy,,\n'),
  file('results.csv', ['Round,Player 1,Player 2,Result,Points 1,Points 2', ...rows].join('\n')),
];
const OPEN = { stated: { name: 'Open' } };

/** An event of Ann and Bo with their lists, and a report if its players are given. */
function newRecruitFiles(players: object[]): SourceFile[] {
  const teams = ['Ann', 'Bo'].map((name) => ({ name, lists: [`A (${name}) - Ogre Khans\n`] }));
  const event = file('event.json', { _id: 'e1', name: 'Open', type: 0, teams });
  const scoring = { scoring: { primary: 'BP' }, score: [{ BP: 13 }, { BP: 7 }] };
  const report = { _id: 'r1', id_tourny: 'e1', date: '2025-08-03T10:00:00Z', round: 1, players, ...scoring };
  return players.length === 0 ? [event] : [event, file('games.json', [report])];
}

test('the example spreadsheets give the standings over REST', async () => {
  await bring(spreadsheet, EXAMPLES);
  expect(await standingsOf('example-open-2026')).toStrictEqual([
    ...['1 Anna Berg 49', '2 Chloé Martin 31', '3 Bruno Costa 30', '4 Dawid Nowak 10'],
  ]);
});

describe('where it came from', () => {
  test('is in GraphQL and on the page', async () => {
    await bring(spreadsheet, [example('wide.csv')]);
    const { body } = await app.graphql(
      '{ tournament(slug: "beispielturnier-2026") { provenance { source sourceId converter readOn guessed missing sha256 } } }',
    );
    expect(body.data.tournament.provenance).toStrictEqual({
      source: 'spreadsheet',
      sourceId: null,
      converter: 'spreadsheet 7',
      readOn: '2026-11-17',
      guessed: ['that it has finished, as every battle has a result', 'the points limit, 2000'],
      missing: [],
      sha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    const page = await (await app.get('/tournaments/beispielturnier-2026')).text();
    expect(page.replaceAll(/<[^>]*>/g, '')).toContain(
      'From a spreadsheet, read on 17 November 2026; guessed: that it has finished, as every battle has a result; the points limit, 2000.',
    );
  });

  test('is said of a battle, too, and is null for a casual one', async () => {
    await bring(spreadsheet, [example('wide.csv')]);
    await load(db, [casual('casual')]);
    const asked = 'provenance { source converter readOn guessed }';
    const { body } = await app.graphql(`{
      battle(id: "beispielturnier-2026-2-1-3") { ${asked} } casual: battle(id: "casual") { ${asked} }
      battles(tournament: "beispielturnier-2026", round: 3) { nodes { ${asked} } } }`);
    const from = {
      source: 'spreadsheet',
      converter: 'spreadsheet 7',
      readOn: '2026-11-17',
      guessed: ['that it has finished, as every battle has a result', 'the points limit, 2000'],
    };
    expect(body.data).toStrictEqual({
      battle: { provenance: from },
      casual: { provenance: null },
      battles: { nodes: [{ provenance: from }] },
    });
    const textOf = async (path: string) => (await (await app.get(path)).text()).replaceAll(/<[^>]*>/g, '');
    expect(await textOf('/battles/beispielturnier-2026-2-1-3')).toContain(
      'From a spreadsheet, read on 17 November 2026;',
    );
    expect(await textOf('/battles/casual')).not.toContain('read on');
  });

  test('changes on the page of a battle when its tournament is read again', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), { stated: { name: 'Open', battleSize: 2000 } });
    const page = async () => (await app.get('/battles/open-1-1-2')).text();
    expect(await page()).not.toContain('the points limit');
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    await vi.waitFor(async () => expect(await page()).toContain('the points limit, 2000'));
  });

  test('of tournaments is on the page of a player', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    const page = (await (await app.get('/players/p-1')).text()).replaceAll(/<[^>]*>/g, '');
    expect(page).toContain('Openfrom a spreadsheet');
  });

  test.each([
    ['naf', 'a NAF report'],
    ['goepp', 'a T3 file'],
    ['trf', 'a FIDE report'],
  ])('%s is %s to people', async (source, words) => {
    const read = {
      sourceId: null,
      sha256: [],
      converter: `${source} 1`,
      readOn: '2026-11-17',
      guessed: [],
      missing: [],
    };
    await load(db, [tournament({ provenance: { source, ...read } })]);
    expect(await (await app.get('/tournaments/spring-clash')).text()).toContain(`From ${words}, read on`);
  });

  test('is null for a tournament that no converter made, and then the page says nothing', async () => {
    await load(db, [tournament()]);
    const { body } = await app.graphql('{ tournament(slug: "spring-clash") { provenance { source } } }');
    expect(body.data.tournament.provenance).toBeNull();
    expect(await (await app.get('/tournaments/spring-clash')).text()).not.toContain('read on');
  });
});

describe('a file that is read again', () => {
  test('on another day changes nothing', async () => {
    await bring(spreadsheet, EXAMPLES);
    const before = await exportRecords(db);
    await bring(spreadsheet, EXAMPLES, { readOn: '2026-12-24' });
    expect(await exportRecords(db)).toStrictEqual(before);
  });

  test('after corrections changes what was corrected, empties what is empty now, and drops what is gone', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3', '2,Ann,Cy,win,12,8', '3,Bo,Cy,,,'), OPEN);
    const versions = () =>
      db.sql.query<{ id: string; xmin: string }>(`SELECT "id", xmin::text FROM "battle" ORDER BY "id"`);
    const before = await versions();
    const said = importText(await bring(spreadsheet, results('1,Ann,Bo,win,,', '3,Bo,Cy,,,'), OPEN));
    expect((await versions()).map(({ id }) => id)).toStrictEqual(['open-1-1-2', 'open-3-2-3']);
    expect(said).toBe(`Changed:
  1 tournament changed
    1 with provenance changed: Open
  1 battle changed
    1 result corrected: Ann – Bo, round 1, Open
    1 with battle points emptied: Ann – Bo, round 1, Open
  1 battle deleted: Ann – Cy, round 2, Open
Unchanged: 1 club, 2 players, 1 battle.`);
    expect((await versions()).every((row) => before.some(({ id, xmin }) => id === row.id && xmin === row.xmin))).toBe(
      true,
    );
    const { data } = await (await app.get('/api/v1/battles/open-1-1-2')).json();
    expect(data.players.map((one: { battlePoints: number | null }) => one.battlePoints)).toStrictEqual([null, null]);
  });
});

test('battles of an event of several days have no day of their own, and no page says anything of one', async () => {
  const stated = { name: 'Open', startDate: '2026-11-14', endDate: '2026-11-15' };
  await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), { stated });
  expect((await (await app.get('/api/v1/battles/open-2026-1-1-2')).json()).data.date).toBeNull();
  for (const path of ['/battles/open-2026-1-1-2', '/tournaments/open-2026/battles', '/players/p-1']) {
    const page = await app.get(path);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain('no date');
  }
});

test('the first import of an event without battles says nothing of battles', async () => {
  const said = await bring(spreadsheet, [file('players.csv', 'Name,Club\nAnn,Dice\nBo,\n')], OPEN);
  expect(importText(said)).toBe('Changed:\n  1 new club: Dice\n  1 new tournament: Open');
  expect(said.changes.map(({ noun }) => noun)).toStrictEqual(['club', 'tournament']);
});

describe('what the operator has decided stays', () => {
  test('a removed player is never restored', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    await db.sql.query(`UPDATE "player" SET "removed" = true, "name" = NULL WHERE "id" = 'p-1'`);
    await bring(spreadsheet, results('1,Ann,Bo,win,16,4'), OPEN);
    const records = await exportRecords(db);
    expect(records).toContainEqual({ type: 'player', id: 'p-1', name: null, removed: true });
    expect(JSON.stringify(records)).not.toContain('Ann');
    expect((await app.get('/api/v1/users/p-1/battles')).status).toBe(404);
    expect((await (await app.get('/api/v1/battles/open-1-1-2')).json()).data.players[0].battlePoints).toBe(16);
  });

  test.each<[string, Converter, SourceFile[], SourceFile[]]>([
    [
      'a sheet without its column of ids',
      spreadsheet,
      results('1,Ann,Bo,win,17,3'),
      [file('players.csv', 'Number,Name,Club\n1,Ann,Dice\n2,Bo,\n3,Cy,\n'), ...results('1,Ann,Bo,win,17,3').slice(1)],
    ],
    [
      'an event without its reports',
      newRecruit,
      newRecruitFiles(['p-1', 'p-2'].map((id) => ({ name: id === 'p-1' ? 'Ann' : 'Bo', id_member: id }))),
      newRecruitFiles([]),
    ],
  ])('a removed player is never restored by %s', async (_, converter, files, without) => {
    await bring(converter, files, OPEN);
    const [row] = await db.sql.query<{ id: string }>(
      `UPDATE "player" SET "removed" = true, "name" = NULL WHERE "id" LIKE '%p-1' RETURNING "id"`,
    );
    await bring(converter, without, OPEN);
    const records = await exportRecords(db);
    expect(JSON.stringify(records)).not.toContain('Ann');
    const [entries] = records.flatMap((record) => (record.type === 'tournament' ? [record.participants] : []));
    expect(entries?.slice(0, 2)).toMatchObject([
      { entry: 1, playerId: row?.id, name: null, list: converter === newRecruit ? { text: '' } : null },
      { entry: 2, playerId: null, name: 'Bo' },
    ]);
  });

  test('but who is at the entry of a removed player now, while the sheet has that player elsewhere, is named', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    await db.sql.query(`UPDATE "player" SET "removed" = true, "name" = NULL WHERE "id" = 'p-1'`);
    const moved = file('players.csv', 'Number,Name,Player id,Club\n1,Cy,,\n2,Bo,p-2,\n3,Ann,p-1,Dice\n');
    await bring(spreadsheet, [moved, ...results('1,Ann,Bo,win,17,3').slice(1)], OPEN);
    const records = await exportRecords(db);
    expect(JSON.stringify(records)).not.toContain('Ann');
    expect(records).toContainEqual(
      expect.objectContaining({
        participants: [
          expect.objectContaining({ playerId: null, name: 'Cy' }),
          expect.objectContaining({ playerId: 'p-2' }),
          expect.objectContaining({ playerId: 'p-1', name: null }),
        ],
      }),
    );
  });

  test('a club keeps what is known of it', async () => {
    await load(db, [club({ slug: 'dice', name: 'Dice of the North', city: 'Bergen' })]);
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    expect(await exportRecords(db)).toContainEqual(
      expect.objectContaining({ slug: 'dice', name: 'Dice of the North', city: 'Bergen' }),
    );
  });

  test('a hidden tournament stays hidden, and a player keeps the name that is known', async () => {
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN);
    await db.sql.query(`UPDATE "tournament" SET "published" = false`);
    await db.sql.query(`UPDATE "player" SET "name" = 'Ann Berg' WHERE "id" = 'p-1'`);
    await bring(spreadsheet, results('1,Ann,Bo,win,16,4'), OPEN);
    const records = await exportRecords(db);
    expect(records).toContainEqual(expect.objectContaining({ slug: 'open', published: false }));
    expect(records).toContainEqual({ type: 'player', id: 'p-1', name: 'Ann Berg', removed: false });
  });

  test('an event of the same name and year that begins on another day is not replaced', async () => {
    const on = (startDate: string) => ({ stated: { name: 'Open', startDate } });
    await bring(spreadsheet, results('1,Ann,Bo,win,17,3'), on('2026-03-07'));
    expect(await problemsOf(bring(spreadsheet, results('1,Ann,Bo,win,17,3'), on('2026-09-05')))).toStrictEqual([
      'line 4: slug open-2026 is in the database already, and begins on 2026-03-07 there; give this one another with --set slug=…',
    ]);
    await bring(spreadsheet, results('1,Ann,Bo,win,16,4'), on('2026-03-07'));
  });

  test('a bundle that no converter made is not taken for one, as its battles would be deleted', async () => {
    const own = tournament();
    await load(db, [own]);
    expect(await problemsOf(importAll(db, [own], { converted: true }))).toStrictEqual([
      'line 1: provenance is missing: no converter made this record',
    ]);
  });

  test('a tournament of the same slug that came from elsewhere is not replaced', async () => {
    await load(db, [tournament({ slug: 'open', name: 'Another' })]);
    expect(await problemsOf(bring(spreadsheet, results('1,Ann,Bo,win,17,3'), OPEN))).toStrictEqual([
      'line 4: slug open is in the database already, and came from elsewhere; give this one another with --set slug=…',
    ]);
  });
});
