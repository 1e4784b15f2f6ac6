// Tables for spreadsheets: whole, however many pages the site shows them on, and at the reader's pace.
import { connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { battle, knockout, load, result, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const PLAYERS = 230;
const BATTLES = 450;
/** Makes each piece of the table of battles larger than what is buffered for a reader. */
const LONG = 'あ'.repeat(195);

const db = await openTestDb();
const start = () => createTestApp(db, { documented: false });
const participants = Array.from({ length: PLAYERS }, (_, at) => `${LONG}${at}`);
const battles = Array.from({ length: BATTLES }, (_, at) =>
  battle(`b-${at}`, {
    round: (at % 3) + 1,
    scenario: LONG,
    sides: result('win', [
      { entry: (at % PLAYERS) + 1, faction: at % 4 ? `Gravemarch ${LONG.slice(0, 180)}` : 'Hollow Star' },
      { entry: ((at + 1) % PLAYERS) + 1, faction: LONG },
    ]),
  }),
);
await load(db, [tournament({ participants }), ...battles]);
const app = await start();

const visit = (path: string, of = app) => of.fetch(new Request(`http://site.test${path}`));

/** The first cell of every row; no cell of these tables has a line break. */
async function column(path: string): Promise<[head: string | undefined, cells: string[]]> {
  const response = await visit(path);
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, 'text/csv; charset=utf-8']);
  const [head, ...cells] = (await response.text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',')[0] ?? '');
  return [head, cells];
}

const ids = (isWanted: (at: number) => boolean) =>
  Array.from({ length: BATTLES }, (_, at) => at)
    .filter(isWanted)
    .map((at) => `b-${at}`)
    .toSorted();

test('a table is all there is, with the filters of its page', async () => {
  const [name, players] = await column('/tournaments/spring-clash/participants.csv');
  expect([name, players.length, new Set(players).size]).toStrictEqual(['player', PLAYERS, PLAYERS]);
  for (const [filter, wanted] of [
    ['', () => true],
    ['?round=2', (at: number) => at % 3 === 1],
    ['?round=1&faction=Hollow+Star', (at: number) => at % 3 === 0 && at % 4 === 0],
    ['?after=anything', () => true],
  ] as const) {
    const [head, cells] = await column(`/tournaments/spring-clash/battles.csv${filter}`);
    expect([filter, head, cells.toSorted()]).toStrictEqual([filter, 'battleId', ids(wanted)]);
  }
});

test('every page leads to the whole table', async () => {
  const links = async (path: string) => {
    const html = await (await visit(path)).text();
    const [, next] = /href="([^"]+)"[^>]*>Next page/.exec(html) ?? [];
    return [next?.replaceAll('&amp;', '&') ?? '', /href="([^"]+\.csv[^"]*)"/.exec(html)?.[1]] as const;
  };
  for (const [page, table] of [
    ['/tournaments/spring-clash/participants', '/tournaments/spring-clash/participants.csv'],
    ['/tournaments/spring-clash/battles?round=2', '/tournaments/spring-clash/battles.csv?round=2'],
  ] as const) {
    const [next, first] = await links(page);
    const [, second] = await links(next);
    expect([first, second]).toStrictEqual([table, table]);
  }
});

test('a name is text to a spreadsheet, and well-formed in an image', async () => {
  const formulas = ['=1', '+1', '-1', '@a', ' =1', '\u00a0\u3000+1', '＝1', '＋1', '－1', '＠a'];
  const harmless = ['a=1', '1-1', '´=1', ']]>'];
  await load(db, [
    tournament({
      slug: 'odd',
      stages: [knockout()],
      participants: [...formulas, ...harmless],
      bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [14, 1] }],
    }),
  ]);
  const [, names] = await column('/tournaments/odd/participants.csv');
  expect(names.toSorted()).toStrictEqual([...formulas.map((name) => `'${name}`), ...harmless].toSorted());
  const image = await (await visit('/tournaments/odd/knockout.svg')).text();
  expect(image).toContain(']]&gt;</text>');
  expect(image).not.toContain(']]>');
});

const TABLE = '/tournaments/spring-clash/battles.csv';

test('nothing is read for a reader who takes nothing, and nothing is kept for one who left', async () => {
  const { body } = await visit(TABLE);
  expect(app.streams.size()).toBe(1);
  expect(await statementsOf(() => new Promise((done) => setTimeout(done, 200)))).toStrictEqual([]);
  await body?.cancel();
  expect(app.streams.size()).toBe(0);

  const { url } = await serveHttp(app);
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${TABLE} HTTP/1.1\r\nHost: site.test\r\n\r\n`);
  await vi.waitFor(() => expect(app.streams.size()).toBe(1));
  socket.destroy();
  await vi.waitFor(() => expect(app.streams.size()).toBe(0));
});

test('a table that cannot be completed is a failed download, and not a short one', async () => {
  const stopping = await start();
  const [slow, quick] = [await visit(TABLE, stopping), await visit(TABLE, stopping)];
  stopping.streams.close();
  expect((await quick.text()).match(/\r\n/g)).toHaveLength(BATTLES + 1);
  await vi.waitFor(() => expect(stopping.streams.size()).toBe(0));
  await expect(slow.text()).rejects.toThrow('too slow');

  let reads = 0;
  const snapshot: typeof db.snapshot = (...given) => {
    reads += 1;
    if (reads > 2) throw new Error('made up');
    return db.snapshot(...given);
  };
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const failing = await createTestApp({ ...db, snapshot }, { documented: false });
  await expect((await visit(TABLE, failing)).text()).rejects.toThrow();
  expect(log).toHaveBeenCalledOnce();
});
