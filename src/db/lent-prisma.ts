// Prisma on a connection that is held already: one of its interactive transactions, whose brackets are written there.

import type { PrismaAdapter } from './embedded-thread.js';
import type { Prisma, PrismaClient } from './generated/client.js';

export type Queryable = Pick<PrismaAdapter, 'queryRaw' | 'executeRaw'>;
export type Lent = { client: Prisma.TransactionClient; giveBack(): void };
export type Lend = (queryable: Queryable) => Promise<Lent>;

type AdapterFactory = { provider: 'postgres'; adapterName: string; connect(): Promise<PrismaAdapter> };

/** Neither the wait for one nor its end is left to Prisma. */
const UNLIMITED_MS = 2 ** 31 - 1;

/** `createClient` makes the client over the adapter it is given. */
export function lendable(
  factory: AdapterFactory,
  createClient: (adapter: AdapterFactory) => PrismaClient,
): { prisma: PrismaClient; lend: Lend } {
  const { provider, adapterName } = factory;
  /** Whose turn it is: Prisma does not tell for whom it starts a transaction. */
  let next: Queryable | null = null;
  let turn: Promise<unknown> = Promise.resolve();

  const prisma = createClient({
    provider,
    adapterName,
    async connect() {
      const adapter = await factory.connect();
      const startTransaction = adapter.startTransaction.bind(adapter);
      adapter.startTransaction = async (isolationLevel) => {
        if (!next || isolationLevel !== 'REPEATABLE READ') return startTransaction(isolationLevel);
        const { queryRaw, executeRaw } = next;
        next = null;
        const options = { usePhantomQuery: true };
        return { provider, adapterName, options, queryRaw, executeRaw, commit: nothing, rollback: nothing };
      };
      return adapter;
    },
  });

  async function start(queryable: Queryable): Promise<Lent> {
    next = queryable;
    let giveBack = () => {};
    const over = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    const options = { isolationLevel: 'RepeatableRead', maxWait: UNLIMITED_MS, timeout: UNLIMITED_MS } as const;
    return new Promise((resolve, reject) => {
      const begin = async (client: Prisma.TransactionClient) => {
        resolve({ client, giveBack });
        await over;
      };
      prisma.$transaction(begin, options).catch(reject);
    });
  }

  return {
    prisma,
    lend(queryable) {
      const lent = turn.then(() => start(queryable));
      turn = lent.catch(() => undefined);
      return lent;
    },
  };
}

async function nothing() {}
