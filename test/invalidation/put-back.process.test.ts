// A copy of the embedded data folder that is put back: cursors given since then are refused, however much is written
// afterwards, and those given before the copy was made work on.
import { cp, rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { openEmbedded } from '../../src/db/embedded/embedded.js';
import { createTestApp } from '../support/app.js';
import { preparedData } from '../support/prepared-data.js';
import { temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 300_000 });

test('of two branches of the data, each takes the cursors of its own past and no others', async () => {
  const folder = await temporaryFolder();
  const copy = await temporaryFolder();
  await cp((await preparedData()).dataDir, folder, { recursive: true });

  async function opened<Value>(
    work: (use: {
      write(statement: string): Promise<unknown>;
      get(query: string): Promise<Response>;
      since(): Promise<string>;
    }) => Promise<Value>,
  ): Promise<Value> {
    const db = await openEmbedded(folder, () => undefined);
    try {
      const app = await createTestApp(db, { documented: false });
      const get = (query: string) => app.get(`/api/v1/changes?kind=club&${query}`);
      const since = async () =>
        `since=${new URL((await (await get('since=now')).json()).next).searchParams.get('since')}`;
      return await work({ write: (statement) => db.sql.query(statement), get, since });
    } finally {
      await db.close();
    }
  }
  const rename = (name: string) => `UPDATE "club" SET "city" = '${name}' WHERE "slug" = 'c-1'`;

  const before = await opened(async ({ write, since }) => {
    await write(`INSERT INTO "club" ("slug", "name") VALUES ('c-1', 'One'), ('c-2', 'Two')`);
    return since();
  });
  await cp(folder, copy, { recursive: true });
  const lost = await opened(async ({ write, since, get }) => {
    // Opening it again ends no cursor.
    expect(await (await get(before)).json()).toMatchObject({ data: [], upToDate: true });
    const cursors: string[] = [];
    for (let at = 0; at < 5; at += 1) {
      await write(at === 2 ? `DELETE FROM "club" WHERE "slug" = 'c-2'` : rename(`Lost ${at}`));
      cursors.push(await since());
    }
    return cursors;
  });
  await rm(folder, { recursive: true });
  await cp(copy, folder, { recursive: true });
  await opened(async ({ write, get }) => {
    const statuses = () => Promise.all(lost.map(async (cursor) => (await get(cursor)).status));
    expect(await statuses()).toStrictEqual(lost.map(() => 410));
    // More than were lost, so that each of their numbers is given out again.
    for (let at = 0; at < 9; at += 1) {
      await write(rename(`Again ${at}`));
      if (at % 4 === 0) expect(await statuses()).toStrictEqual(lost.map(() => 410));
    }
    expect((await (await get(before)).json()).data).toMatchObject([{ id: 'c-1' }]);
  });
});
