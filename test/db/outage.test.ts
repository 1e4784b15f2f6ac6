// How both drivers report a server that refuses connections, one that is not there, and wrong statements.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { PrismaClient } from '../../src/db/generated/client.js';
import { outageOf } from '../../src/db/outage.js';
import { closedPort, errorResponse, serverThatAnswers } from '../support/postgres-stand-in.js';

/** The errors of a statement in plain SQL and of statements by Prisma. */
async function failures(port: number): Promise<unknown[]> {
  const pool = new pg.Pool({ connectionString: `postgresql://ann@127.0.0.1:${port}/battles` });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) });
  onTestFinished(() => pool.end());
  const works = [pool.query('SELECT 1'), prisma.club.findMany(), prisma.$queryRaw`SELECT 1`];
  return Promise.all(works.map((work) => work.then(() => null).catch((error: unknown) => error)));
}

test.each([
  ['08006', 'connection failure'],
  ['28P01', 'password authentication failed'],
  ['3D000', 'database "battles" does not exist'],
  ['40001', 'canceling statement due to conflict with recovery'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'terminating connection because of crash of another server process'],
  ['57P03', 'the database system is starting up'],
])('%s is an outage: %s', async (code, said) => {
  const port = await serverThatAnswers(errorResponse(code, said));
  expect((await failures(port)).map(outageOf)).toStrictEqual(Array(3).fill('unreachable'));
});

test.each([
  ['57014', 'canceling statement due to statement timeout'],
  ['55P03', 'canceling statement due to lock timeout'],
])('%s took too long: %s', async (code, said) => {
  const port = await serverThatAnswers(errorResponse(code, said));
  expect((await failures(port)).map(outageOf)).toStrictEqual(Array(3).fill('slow'));
});

test('nobody there, and a connection that is closed without a word, are outages', async () => {
  for (const port of [await closedPort(), await serverThatAnswers(Buffer.alloc(0))]) {
    expect((await failures(port)).map(outageOf)).toStrictEqual(Array(3).fill('unreachable'));
  }
});

test.each([
  ['42P01', 'relation "club" does not exist'],
  ['42703', 'column "website" does not exist'],
  ['22P02', 'invalid input syntax'],
  ['XX000', 'internal error'],
])('%s is none, but a mistake: %s', async (code, said) => {
  const port = await serverThatAnswers(errorResponse(code, said));
  expect((await failures(port)).map(outageOf)).toStrictEqual(Array(3).fill(null));
});

test('nothing that is not an error is one', () => {
  for (const value of [null, undefined, 'ECONNREFUSED', 57014, new Error('57014 battles')]) {
    expect(outageOf(value)).toBeNull();
  }
});
