// Rows that the service needs, as they are, which a backup has beside the records of an export. Only a restore reads them;
// everything else in the database follows from the records.
import type { BACKUP_TYPES } from '@battle-results/bundle-format/record';
import { inPortions, type Sql } from '../db/sql.js';

type ServiceType = Exclude<(typeof BACKUP_TYPES)[number], 'backup' | 'end'>;

/** Settings that describe what is derived, here or in release line 1, are left out. */
const SERVICE_ROWS: Record<ServiceType, string> = {
  account: 'SELECT * FROM "account"',
  apiKey: 'SELECT * FROM "api_key"',
  keyUsage: 'SELECT * FROM "key_usage"',
  setting: `SELECT * FROM "setting" WHERE "key" NOT IN ('feed-epoch', 'places-method')`,
  demoRecord: 'SELECT * FROM "demo_record"',
  changedAt: 'SELECT "slug", "changed_at" FROM "tournament"',
};

/** Within the caller's transaction. */
export async function* serviceLines(sql: Sql): AsyncGenerator<string[]> {
  for (const [type, select] of Object.entries(SERVICE_ROWS)) {
    const rows = inPortions<{ line: string }>(
      sql,
      `SELECT json_build_object('type', '${type}', 'row', row_to_json(r))::text AS "line" FROM (${select}) AS r ORDER BY 1`,
    );
    for await (const lines of rows) yield lines.map(({ line }) => line);
  }
}
