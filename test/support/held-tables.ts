// Statements that are blocked on PostgreSQL, so that a test can act while one is in progress.
import { vi } from 'vitest';
import type { Db } from '../../src/db/client.js';

/** Locks tables: every statement that reads them waits until they are released. */
export async function holdTables(db: Db, tables: string[]): Promise<{ release(): Promise<void> }> {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return new Promise((resolve) => {
    const held = db.sql.transaction(async (holder) => {
      await holder.query(`LOCK TABLE ${tables.map((table) => `"${table}"`).join(', ')}`);
      resolve({
        release() {
          open();
          return held;
        },
      });
      await opened;
    });
  });
}

export const WAITING = `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`;

/** Resolves once a statement waits for a lock. */
export async function statementWaits(db: Db): Promise<void> {
  await vi.waitUntil(async () => (await db.sql.query(WAITING)).length > 0, { timeout: 20_000, interval: 10 });
}
