// One embedded database serves several test files in turn, each of which finds it migrated and empty like a new one:
// starting one and having its code optimised takes longer than most files do.
import type { Db } from '../../src/db/client.js';
import { atFileEnd } from './file-end.js';

type Kept = { db: Db; made: string; files: number; closed: boolean };

/** Written data stays in its memory, so a database is replaced after this many files. */
const FILES_MAX = 40;
let idle: Kept | null = null;

/** Lends a database until the file ends. `open` creates a new one. */
export async function borrowEmbedded(open: () => Promise<Db>): Promise<Db> {
  const kept = idle ?? (await keep(await open()));
  idle = null;
  atFileEnd(() => giveBack(kept));
  const close = () => {
    kept.closed = true;
    return kept.db.close();
  };
  return { ...kept.db, close };
}

async function keep(db: Db): Promise<Kept> {
  return { db, made: await structure(db), files: 0, closed: false };
}

async function giveBack(kept: Kept): Promise<void> {
  if (kept.closed) return;
  kept.files += 1;
  const isAsNew = kept.files < FILES_MAX && idle === null && (await emptied(kept).catch(() => false));
  if (isAsNew) idle = kept;
  else await kept.db.close();
}

/** True if it is in its original state after its rows are deleted: a file may have changed tables or settings. */
async function emptied({ db, made }: Kept): Promise<boolean> {
  const tables = await db.sql.query<{ name: string }>(`
    SELECT format('%I', c."relname") AS "name" FROM pg_class c
    WHERE c."relnamespace" = 'public'::regnamespace AND c."relkind" = 'r' AND c."relname" <> '_prisma_migrations'`);
  await db.sql.script(`
    SET session_replication_role = replica;
    TRUNCATE ${tables.map(({ name }) => name).join(', ')} RESTART IDENTITY;
    RESET session_replication_role;
    DELETE FROM pg_statistic s USING pg_class c WHERE c.oid = s."starelid" AND c."relnamespace" = 'public'::regnamespace;
    DISCARD TEMP;
    CHECKPOINT`);
  return (await structure(db)) === made;
}

/** A digest of everything except rows. It includes oids, so that a recreated object counts as another one. */
async function structure({ sql }: Db): Promise<string> {
  const [row] = await sql.query<{ digest: string }>(`
    SELECT md5(string_agg("line", E'\\n' ORDER BY "line")) AS "digest" FROM (
      SELECT concat_ws(' ', 'class', c.oid, c."relname", c."relkind", c."relacl", c."reloptions") FROM pg_class c
        WHERE c."relnamespace" = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', 'column', a."attrelid", a."attnum", a."attname", a."atttypid", a."attnotnull", a."attgenerated")
        FROM pg_attribute a JOIN pg_class c ON c.oid = a."attrelid" WHERE c."relnamespace" = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', 'constraint', oid, "conname") FROM pg_constraint
      UNION ALL SELECT concat_ws(' ', 'trigger', oid, "tgname", "tgenabled") FROM pg_trigger
      UNION ALL SELECT concat_ws(' ', 'function', oid, "proname", md5("prosrc"), "proacl") FROM pg_proc
        WHERE "pronamespace" = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', 'type', oid, "typname") FROM pg_type WHERE "typnamespace" = 'public'::regnamespace
      UNION ALL SELECT concat_ws(' ', 'label', oid, "enumlabel") FROM pg_enum
      UNION ALL SELECT concat_ws(' ', 'schema', oid, "nspname") FROM pg_namespace WHERE "nspname" !~ '^pg_(temp|toast_temp)'
      UNION ALL SELECT concat_ws(' ', 'extension', oid, "extname") FROM pg_extension
      UNION ALL SELECT concat_ws(' ', 'role', oid, "rolname", "rolconfig") FROM pg_roles
      UNION ALL SELECT concat_ws(' ', 'sequence', "sequencename", "last_value") FROM pg_sequences
      UNION ALL SELECT concat_ws(' ', 'setting', "name", "setting") FROM pg_settings WHERE "source" <> 'default'
      UNION ALL SELECT concat_ws(' ', 'migration', m::text) FROM "_prisma_migrations" m
    ) AS l("line")`);
  return row?.digest ?? '';
}
