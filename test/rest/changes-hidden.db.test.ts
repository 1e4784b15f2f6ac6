// Hidden things leave no trace in the change feed: neither entries nor steps nor events, and they cost little.
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { createTestApp, openTestApp } from '../support/app.js';
import { startAgain } from '../support/written-world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([], { remember: true, documented: false });
const plain = await createTestApp(db, { documented: false });
const { url: address } = await serveHttp(app);
let authorization = '';

type Page = { data: { kind: string; id: string; deleted: boolean }[]; next: string; upToDate: boolean };

beforeEach(async () => {
  await startAgain(db);
  authorization = `Bearer ${await createAccountKey(db.sql, 'Reader')}`;
});

async function page(query: string): Promise<Page> {
  const answer = await plain.get(`/api/v1/changes?${query}`, { authorization });
  expect(answer.status).toBe(200);
  return answer.json();
}

const sinceOf = ({ next }: Page) => `since=${new URL(next).searchParams.get('since')}`;
const ids = ({ data }: Page) => data.map(({ kind, id, deleted }) => `${deleted ? '-' : ''}${kind}/${id}`);

async function walk(query: string, since = ''): Promise<Page[]> {
  const pages = [await page(`${query}&${since}`)];
  for (let last = pages[0]; last && !last.upToDate && pages.length < 200; last = pages.at(-1)) {
    pages.push(await page(`${query}&${sinceOf(last)}`));
  }
  return pages;
}

const upToDate = async (query: string) => sinceOf((await walk(`${query}&limit=100`)).at(-1) as Page);
const sizes = (pages: Page[]) => pages.map(({ data }) => data.length);
const addHidden = (battles: number) =>
  db.sql.script(`
    INSERT INTO "tournament" ("slug", "name", "club_slug", "battle_size") VALUES ('a-hidden', 'Hidden', 'c-1', 1);
    INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position")
    VALUES ('a-hidden', 'swiss', 'S', 'board', 3, 1);
    INSERT INTO "participant" ("tournament_slug", "entry", "name", "club_slug")
    SELECT 'a-hidden', n, 'Ann', 'c-1' FROM generate_series(1, 2) AS n;
    INSERT INTO "battle" ("id", "tournament_slug", "stage_id", "battle_size")
    SELECT 'a-hidden-' || n, 'a-hidden', 'swiss', 1 FROM generate_series(1, ${battles}) AS n;
    INSERT INTO "battle_side" ("battle_id", "position", "participant_id")
    SELECT 'a-hidden-' || n, p."entry", p."id" FROM generate_series(1, ${battles}) AS n, "participant" p
    WHERE p."tournament_slug" = 'a-hidden'`);
const writeHidden = (name: string) =>
  db.sql.query(`UPDATE "tournament" SET "name" = $1 WHERE "slug" = 'a-hidden'`, [name]);

describe('pages are filled with what may be shown', () => {
  test.each(['club=c-1&kind=battle', 'club=c-1', 'kind=tournament', ''])(
    'of %j there are as many with hidden things as without, from the beginning',
    async (query) => {
      const before = await walk(`${query}&limit=1`);
      await addHidden(55);
      await db.sql.query(`UPDATE "player" SET "removed" = true WHERE "id" = 'p-2'`);
      const after = await walk(`${query}&limit=1`);
      const removed = (pages: Page[]) => pages.filter((each) => !ids(each).includes('player/p-2'));
      expect(after.map(ids)).toStrictEqual(removed(before).map(ids));
    },
  );

  test('and so are those of changes', async () => {
    const since = await upToDate('');
    await addHidden(55);
    for (const city of ['A', 'B', 'C']) {
      await writeHidden(city);
      await db.sql.query(`UPDATE "club" SET "city" = $1 WHERE "slug" <> 'c-3'`, [city]);
      await writeHidden(`${city} again`);
    }
    expect(sizes(await walk('limit=1', since))).toStrictEqual([1, 1, 0]);
    expect(sizes(await walk('limit=100', since))).toStrictEqual([2]);
  });

  test('a battle that is no longer of a player, and was hidden in between, is gone for who follows the player', async () => {
    const since = await upToDate('player=p-1&kind=battle');
    await db.sql.query(`UPDATE "tournament" SET "published" = false WHERE "slug" = 't-2'`);
    await db.sql.query(
      `UPDATE "participant" SET "player_id" = NULL, "name" = 'Nobody' WHERE "tournament_slug" = 't-2'`,
    );
    await db.sql.query(`UPDATE "battle_side" SET "player_id" = NULL WHERE "battle_id" = 'b-3'`);
    expect(ids(await page(`player=p-1&kind=battle&${since}`))).toStrictEqual(['-battle/b-3']);
  });
});

describe('what is hidden is no event', () => {
  test('a page without entries has the cursor that it was asked with', async () => {
    await addHidden(1);
    const since = await upToDate('');
    await writeHidden('Another');
    const empty = await page(since);
    expect(empty).toMatchObject({ data: [], upToDate: true });
    expect(sinceOf(empty)).toBe(since);
  });

  test('and is not sent to streams', async () => {
    await addHidden(1);
    const leaving = new AbortController();
    const stream = await fetch(`${address}/api/v1/changes?since=now`, {
      headers: { authorization, accept: 'text/event-stream' },
      signal: leaving.signal,
    });
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const part = await reader?.read();
        if (!part || part.done) throw new Error(`It ended with ${text}`);
        text += part.value;
      }
    };
    await until(/"upToDate":true/);
    for (let at = 1; at <= 5; at += 1) {
      await writeHidden(`Name ${at}`);
      await db.sql.query(`UPDATE "battle" SET "scenario" = $1 WHERE "tournament_slug" = 'a-hidden'`, [
        `Scenario ${at}`,
      ]);
    }
    await db.sql.query(`UPDATE "club" SET "city" = 'York' WHERE "slug" = 'c-2'`);
    await until(/c-2.*\n\n/s);
    leaving.abort();
    const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => ids(JSON.parse(data ?? '')));
    expect(events).toStrictEqual([[], ['club/c-2']]);
  });
});

test('what is inserted and hidden in one transaction is never told', async () => {
  const since = await upToDate('kind=battle');
  await db.sql.transaction(async (sql) => {
    await sql.query(
      `INSERT INTO "battle" ("id", "tournament_slug", "stage_id", "battle_size") VALUES ('secret', 't-1', 'swiss', 1)`,
    );
    await sql.query(`UPDATE "tournament" SET "published" = false WHERE "slug" = 't-1'`);
  });
  const gone = ['b-1', 'b-2', 'b-6'].map((id) => `-battle/${id}`);
  expect(ids(await page(`kind=battle&${since}`))).toStrictEqual(gone);
});

test('what is edited and hidden in one transaction is gone', async () => {
  const since = await upToDate('kind=battle');
  await db.sql.transaction(async (sql) => {
    await sql.query(`UPDATE "battle" SET "scenario" = 'Edited' WHERE "id" = 'b-3'`);
    await sql.query(`UPDATE "tournament" SET "published" = false WHERE "slug" = 't-2'`);
  });
  expect(ids(await page(`kind=battle&${since}`))).toStrictEqual(['-battle/b-3']);
});
