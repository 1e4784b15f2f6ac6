import { expect, test } from 'vitest';
import { withPostgresSession } from '../../../src/db/derived/postgres-session.js';
import { openTestDb, skipOnEmbedded, urlOf } from '../../support/database.js';

/** A local socket needs no such setting, and has none. */
const NOTICES = `SELECT inet_server_addr() IS NULL OR current_setting('tcp_keepalives_idle') ~ '^10' AS "notices"`;

test.skipIf(skipOnEmbedded('it has no connections'))(
  'the server soon notices that the machine of a run is gone, which has the lock that others wait for',
  async () => {
    const found: unknown[] = [];
    await withPostgresSession(await urlOf(await openTestDb()), async ({ read, write }) => {
      for (const session of [read, write]) found.push(...(await session.query(NOTICES)));
      return false;
    });
    expect(found).toStrictEqual([{ notices: true }, { notices: true }]);
  },
);
