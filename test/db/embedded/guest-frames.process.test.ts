// Frames at the socket of the embedded data folder that no command sends: the process that has it open goes on.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serialize } from 'node:v8';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../src/db/client.js';
import { openEmbedded } from '../../../src/db/embedded/embedded.js';
import { atFileEnd } from '../../support/file-end.js';
import { newDataDir } from '../../support/process.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const STALL_MS = 500;
let folder: string;
let host: Db;
const reported: string[] = [];
beforeAll(async () => {
  folder = await newDataDir(atFileEnd);
  host = await openEmbedded(folder, (message) => reported.push(message), { guestStallMs: STALL_MS });
  atFileEnd(() => host.close());
});
beforeEach(async () => void (await host.sql.query('DELETE FROM "club"')));

const header = (bytes: number) => Buffer.from(Uint32Array.of(bytes).buffer).swap32();
const frame = (value: unknown) => Buffer.concat([header(serialize(value).length), serialize(value)]);
const query = (args: unknown, on: number | null = null) => frame({ id: 7, kind: 'call', on, name: 'query', args });
const BEGIN = frame({ id: 1, kind: 'begin', statement: 'BEGIN' });
const ADD = `INSERT INTO "club" ("slug", "name") VALUES ('north', 'North')`;
const clubs = async () => (await host.sql.query('SELECT "slug" FROM "club"')).length;

function guest(): { socket: Socket; ended: Promise<unknown> } {
  const socket = connect(join(folder, 'lock'));
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  return { socket, ended: new Promise((resolve) => socket.once('close', resolve)) };
}

/** The engine was neither replaced nor left within a transaction or half a message. */
async function expectToGoOn(): Promise<void> {
  for (const one of [1, 2, 3]) expect(await host.sql.query('SELECT $1::int AS "one"', [one])).toStrictEqual([{ one }]);
  await host.sql.transaction(async (sql) => void (await sql.query('SELECT 1')));
  expect([await clubs(), reported]).toStrictEqual([0, []]);
}

describe('a connection is ended', () => {
  test.each<[string, Buffer]>([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a value that does not parse', Buffer.concat([header(3), Buffer.from('abc')])],
    ['a length that nothing has, before the rest arrives', header(2 ** 28 + 1)],
    ['no request', frame(null)],
    ['a request of another kind', frame({ id: 1, kind: 'close' })],
    ['a call that guests do not have', frame({ id: 1, kind: 'call', on: null, name: 'close', args: [] })],
    ['arguments that are no list', query(5)],
    ['no arguments', query([])],
    ['a statement that is no text', query([5])],
    ['values that are no list', query(['SELECT $1', 5])],
    ['a query that is none', frame({ id: 1, kind: 'call', on: null, name: 'queryRaw', args: [{ sql: 'SELECT 1' }] })],
    ['a beginning that is another statement', frame({ id: 1, kind: 'begin', statement: 'BEGIN; COMMIT' })],
  ])('for %s', async (_, bytes) => {
    const { socket, ended } = guest();
    socket.resume().write(bytes);
    await ended;
    await expectToGoOn();
  });

  test('and its transaction rolled back, for an end that is another statement', async () => {
    const { socket, ended } = guest();
    socket.resume().write(BEGIN);
    await sleep(100);
    socket.write(query([ADD], 1));
    socket.write(frame({ id: 2, kind: 'end', on: 1, statement: 'SELECT 1' }));
    await ended;
    await expectToGoOn();
  });

  test.each<[string, Buffer[]]>([
    ['half a frame', [BEGIN.subarray(0, 9)]],
    ['what waits for its transaction', [BEGIN]],
    ['requests for a transaction that it does not have', Array(20).fill(query(['SELECT 1'], 5))],
  ])('when it holds the database with nothing but %s', async (_, more) => {
    const { socket, ended } = guest();
    socket.resume().write(BEGIN);
    const began = performance.now();
    for (const bytes of more) {
      await sleep(50);
      socket.write(bytes);
    }
    await expectToGoOn();
    expect(performance.now() - began).toBeLessThan(10 * STALL_MS);
    await ended;
  });

  test('for requests without end', async () => {
    const { socket, ended } = guest();
    const many = Buffer.concat(Array(1000).fill(query(['SELECT 1'])));
    let open = true;
    void ended.then(() => {
      open = false;
    });
    while (open) if (!socket.write(many)) await Promise.race([once(socket, 'drain'), ended]).catch(() => undefined);
    await expectToGoOn();
  });
});

test('a value that is not of its parameter is an error of that request alone', async () => {
  const { socket } = guest();
  socket.resume().write(query(['SELECT $1::int[]', [5]]));
  await sleep(50);
  await expectToGoOn();
});

test('requests of a guest that does not read its answers wait until it does', async () => {
  const { socket } = guest();
  const statement = `INSERT INTO "club" ("slug", "name") VALUES ($1, 'Club') RETURNING repeat('x', 1000000)`;
  const add = (slugs: string[]) => socket.write(Buffer.concat(slugs.map((slug) => query([statement, [slug]]))));
  add(['one', 'two', 'three', 'four', 'five']);
  await expect.poll(clubs).toBe(5);
  add(['six']);
  await sleep(200);
  expect(await clubs()).toBe(5);
  socket.resume();
  await expect.poll(clubs).toBe(6);
});
