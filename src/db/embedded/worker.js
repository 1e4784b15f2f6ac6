// @ts-check
// Runs PostgreSQL on a worker thread, one call after the other. It is JavaScript because a worker starts from a file,
// so that src and dist have the same one.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { steadyMs } from './steady.js';

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const { engine, ...options } = /** @type {import('./thread.js').ThreadOptions} */ (workerData);
const Engine = engine ? (await import(engine)).PGlite : PGlite;
const extensions = { pg_trgm: engine ? (await import(`${engine}/contrib/pg_trgm`)).pg_trgm : pg_trgm };
const pglite = /** @type {PGlite} */ (await Engine.create({ ...options, extensions }));
const prisma = await new PrismaPGlite(pglite).connect();

/** @type {import('./thread.js').Calls} */
const calls = {
  query: async (statement, values) => (await pglite.query(statement, values)).rows,
  script: async (text) => (await pglite.exec(text)).at(-1)?.command ?? '',
  queryRaw: (query) => prisma.queryRaw(query),
  executeRaw: (query) => prisma.executeRaw(query),
  close: () => pglite.close().finally(() => port.close()),
};

let turn = Promise.resolve();
port.on('message', (/** @type {import('./thread.js').Message} */ message) => {
  turn = turn.then(() => answer(message));
});
pglite.onNotification(() => port.postMessage({ id: null }));
port.postMessage({ id: 0 });

/** @param {import('./thread.js').Message} message */
async function answer({ id, name, args, until }) {
  const call = /** @type {(...args: unknown[]) => Promise<unknown>} */ (calls[name]);
  // Nothing is run past its deadline. The caller may still wait, if its timer is late.
  const answering = steadyMs() > until ? Promise.reject(tooLate()) : call(...args);
  port.postMessage(
    await answering.then(
      (value) => ({ id, value }),
      async (error) => {
        if (!/^[0-9A-Z]{5}$/.test(error.code)) await realign();
        return { id, error: portable(error) };
      },
    ),
  );
}

/** After a value that is not of its parameter's type, PGlite sends half a message before each of the next two. */
async function realign() {
  for (let left = 2; left > 0; left--) await pglite.query('SELECT $1::text', ['']).catch(() => undefined);
}

/** The code is PostgreSQL's for a cancelled statement. */
const tooLate = () => Object.assign(new Error('The embedded database was not reached in time'), { code: '57014' });

/**
 * Everything an error contains, because structured cloning would lose most of it, except the statement and its values.
 * @param {Error & { query?: unknown, params?: unknown, queryOptions?: unknown }} error
 */
function portable({ name, message, stack, cause, query, params, queryOptions, ...rest }) {
  return { ...rest, name, message, stack, cause };
}
