import type { Connection } from './connection.js';
import type { Call, PrismaAdapter } from './thread.js';

const KIND = { provider: 'postgres', adapterName: 'embedded' } as const;

/** Prisma driver adapter for the embedded database. */
export function prismaAdapter(connection: Connection) {
  const adapter: PrismaAdapter = {
    ...queryable(connection.call),
    executeScript: async (script) => void (await connection.call('script', [script])),
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    async startTransaction(isolationLevel) {
      const { call, end } = await connection.begin(
        `BEGIN ${isolationLevel ? `ISOLATION LEVEL ${isolationLevel}` : ''}`,
      );
      return {
        ...queryable(call),
        // BEGIN, COMMIT and ROLLBACK are sent here, not by Prisma.
        options: { usePhantomQuery: true },
        commit: async () => void (await end('COMMIT')),
        rollback: async () => void (await end('ROLLBACK')),
      };
    },
    dispose: async () => undefined,
  };
  return { ...KIND, connect: async () => adapter };
}

function queryable(call: Call) {
  return {
    ...KIND,
    queryRaw: (query: Parameters<PrismaAdapter['queryRaw']>[0]) => call('queryRaw', [query]),
    executeRaw: (query: Parameters<PrismaAdapter['executeRaw']>[0]) => call('executeRaw', [query]),
  };
}
