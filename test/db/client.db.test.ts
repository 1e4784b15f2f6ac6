import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';

const db = await openTestDb();
await db.sql.script('CREATE TABLE "memo" ("text" text)');

const notes = async () => (await db.sql.query<{ text: string }>('SELECT "text" FROM "memo"')).map(({ text }) => text);
const template = inject('template');

describe('a transaction', () => {
  test('is rolled back when its work throws, and the error comes out as it was', async () => {
    const thrown = new Error('changed my mind');
    const work = db.sql.transaction(async (sql) => {
      await sql.query(`INSERT INTO "memo" VALUES ('never')`);
      throw thrown;
    });
    await expect(work).rejects.toBe(thrown);
    expect(await notes()).toStrictEqual([]);
  });

  test('is rolled back when a statement fails, and the next one works', async () => {
    const work = db.sql.transaction(async (sql) => {
      await sql.query(`INSERT INTO "memo" VALUES ('never')`);
      await sql.query('SELECT 1 / 0');
    });
    await expect(work).rejects.toThrow('division by zero');
    expect(await db.sql.transaction((sql) => sql.query('SELECT 1 AS "one"'))).toStrictEqual([{ one: 1 }]);
    expect(await notes()).toStrictEqual([]);
  });
});

describe.skipIf(skipOnEmbedded('there is no connection to lose'))('a real PostgreSQL', () => {
  test('that drops a connection in the middle of a transaction fails that transaction and nothing else', async () => {
    const work = db.sql.transaction(async (sql) => {
      await sql.query(`INSERT INTO "memo" VALUES ('never')`);
      const [row] = await sql.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"');
      await db.sql.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
      await sql.query('SELECT 1');
    });
    await expect(work).rejects.toThrow();
    expect(await notes()).toStrictEqual([]);
  });

  test('that comes up while it is waited for is used', async () => {
    const real = new URL('url' in template ? template.url : '');
    let visits = 0;
    const gate = createServer((socket) => {
      visits += 1;
      if (visits === 1) return socket.destroy();
      const server = connect(Number(real.port || 5432), real.hostname);
      for (const end of [socket, server]) end.on('error', () => undefined);
      return socket.pipe(server).pipe(socket);
    });
    gate.listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const { port } = gate.address() as AddressInfo;
    const url = new URL(real);
    url.host = `127.0.0.1:${port}`;
    const told: string[] = [];
    const late = await openPostgres(url.href, 1, (line) => told.push(line));
    onTestFinished(() => new Promise<void>((closed) => gate.close(() => closed())));
    onTestFinished(() => late.close());
    expect(await late.sql.query('SELECT 1 AS "one"')).toStrictEqual([{ one: 1 }]);
    expect(told).toStrictEqual([
      `Waiting for ${late.location}: Connection terminated unexpectedly. Next try in 0.5 s.`,
    ]);
  });
});
