// Statements sent to the database, recorded at the drivers, where those of Prisma and of plain SQL look alike.
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import type { Message } from '../../src/db/embedded/thread.js';

/**
 * Every SQL statement sent while `work` runs, in order, except for BEGIN, COMMIT and ROLLBACK, settings, the heartbeat
 * of the change feed, and the update of when keys were last used, which is written once a minute regardless of
 * requests.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentDuring(work)).filter(
    (text) =>
      !/^(BEGIN|COMMIT|ROLLBACK|SET)|^SELECT (log_head|EXISTS \(SELECT FROM "pending")|^\s*WITH "new"|^UPDATE "api_key"|"key_usage"/.test(
        text,
      ),
  );
}

/** The same, without exceptions. */
export async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  listeners.add(heard);
  try {
    await work();
  } finally {
    listeners.delete(heard);
  }
  return heard;
}

const listeners = new Set<string[]>();

function hear(text: string) {
  for (const heard of listeners) heard.push(text);
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function hearing(this: pg.Client, ...args: unknown[]) {
  const [statement] = args;
  hear(typeof statement === 'string' ? statement : String((statement as { text?: string }).text));
  return Reflect.apply(query, this, args);
};

const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function hearing(this: Worker, message: Partial<Message>, ...more) {
  const [told] = message.args ?? [];
  if (told !== undefined) hear(typeof told === 'string' ? told : String((told as { sql?: string }).sql));
  return postMessage.call(this, message, ...more);
};
