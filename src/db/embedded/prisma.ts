import type { Connection } from './connection.js';
import type { Call, PrismaAdapter } from './thread.js';

const KIND = { provider: 'postgres', adapterName: 'embedded' } as const;

/** Prisma's way to the embedded database. */
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
        // The brackets are written here.
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
