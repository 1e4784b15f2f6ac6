import { expect, test } from 'vitest';
import { DbError } from '../../../src/db/db-error.js';
import { openPostgres } from '../../../src/db/postgres/postgres.js';
import { closedPort, errorResponse, message, serverThatAnswers, text } from '../../support/postgres-stand-in.js';

const CHECK = 'Check DATABASE_URL and that the server is running.';

test.each([
  ['a wrong password', errorResponse('28P01', 'no such password'), 'no such password'],
  ['a user that may not come in', errorResponse('28000', 'no entry for you'), 'no entry for you'],
  ['a missing database', errorResponse('3D000', 'no such database'), 'no such database'],
])('%s fails at once with what the server said, and without the password', async (_, answer, said) => {
  const port = await serverThatAnswers(answer);
  expect(await refusal(`postgresql://ann:s3cret@127.0.0.1:${port}/my%20battles`, 60_000)).toStrictEqual({
    message: `Cannot use PostgreSQL database "my battles" at 127.0.0.1:${port}: ${said}. ${CHECK}`,
    told: [],
  });
});

test('a password that is missing where one is asked for fails at once', async () => {
  const port = await serverThatAnswers(
    message('R', Buffer.from([0, 0, 0, 10]), text('SCRAM-SHA-256'), text('')),
    message('R', Buffer.from([0, 0, 0, 11]), Buffer.from('r=nonce,s=c2FsdA==,i=4096')),
  );
  const { message: said, told } = await refusal(`postgresql://ann@127.0.0.1:${port}/battles`, 60_000);
  expect(said).toMatch(/: SASL: .*client password must be a string\. Check DATABASE_URL/);
  expect(told).toStrictEqual([]);
});

test('a server without TLS where TLS is asked for fails at once', async () => {
  const port = await serverThatAnswers(Buffer.from('N'));
  expect(
    await refusal(`postgresql://ann@127.0.0.1:${port}/battles?uselibpqcompat=true&sslmode=require`, 60_000),
  ).toStrictEqual({
    message: `Cannot use PostgreSQL database "battles" at 127.0.0.1:${port}: The server does not support SSL connections. ${CHECK}`,
    told: [],
  });
});

test('a server that does not answer is tried again, with a message each time, until patience ends', async () => {
  const port = await closedPort();
  const why = `connect ECONNREFUSED 127.0.0.1:${port}`;
  expect(await refusal(`postgresql://ann:s3cret@127.0.0.1:${port}/battles`, 1_400)).toStrictEqual({
    message: `Cannot use PostgreSQL database "battles" at 127.0.0.1:${port}: ${why}. ${CHECK}`,
    told: [`Waiting for PostgreSQL database "battles" at 127.0.0.1:${port}: ${why}. Next try in 0.5 s.`],
  });
});

test('a server that is just starting is waited for', async () => {
  const port = await serverThatAnswers(errorResponse('57P03', 'the database system is starting up'));
  expect((await refusal(`postgresql://ann@127.0.0.1:${port}/battles`, 1_400)).told).toStrictEqual([
    `Waiting for PostgreSQL database "battles" at 127.0.0.1:${port}: the database system is starting up. Next try in 0.5 s.`,
  ]);
});

async function refusal(url: string, patienceMs: number) {
  const told: string[] = [];
  const error = await openPostgres(url, 1, (line) => told.push(line), { patienceMs }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DbError);
  return { message: (error as DbError).message, told };
}
