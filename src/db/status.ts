// How the database is, for an operator. All but the keys is of one snapshot.
import { RATING_METHOD } from '../ratings/method.js';
import { PLACES_METHOD } from '../standings/method.js';
import type { Db } from './client.js';
import { type KeyRow, listKeys, readUsage, TODAY } from './keys.js';
import { readMigrations, readRecorded } from './migrate.js';
import type { Sql } from './sql.js';

type Counts = {
  tournaments: { published: number; unpublished: number; planned: number; ongoing: number; finished: number };
  players: { present: number; removed: number };
  clubs: number;
  battles: number;
  battlePacks: number;
  factions: number;
};

export type Status = {
  location: string;
  /** The process that has the embedded data open, if it is another. */
  holder: string | null;
  bytes: number;
  migrations: { applied: number; last: string | null; pending: string[] };
  /** Null while the tables are not those of this release. */
  data: {
    owner: 'demo' | 'own' | null;
    counts: Counts;
    feed: { lastWrite: string | null; versions: number };
    /** `lastDay` is the Sunday of the last week that has a rated battle or, while that week runs, today. */
    ratings: { upToDate: boolean; lastDay: string | null };
    places: { upToDate: boolean; pending: number };
  } | null;
  keys: (KeyRow & { requestsToday: number })[];
  /** Serving processes on a PostgreSQL server, each of which listens for changes; null for the embedded database. */
  services: { processes: number; since: string | null } | null;
};

export async function readStatus(db: Db): Promise<Status> {
  const names = (await readMigrations()).map(({ name }) => name);
  const status = await db.sql.transaction(async (sql): Promise<Status> => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const recorded = await readRecorded(sql);
    const applied = recorded.filter(({ finished }) => finished).map(({ name }) => name);
    const pending = names.filter((name) => !applied.includes(name));
    const [size] = await sql.query<{ bytes: string }>(`SELECT pg_database_size(current_database())::text AS "bytes"`);
    return {
      location: db.location,
      holder: db.holder ?? null,
      bytes: Number(size?.bytes ?? 0),
      migrations: { applied: applied.length, last: applied.at(-1) ?? null, pending },
      data: pending.length > 0 ? null : await readData(sql),
      keys: [],
      services: db.embedded ? null : await readServices(sql),
    };
  });
  return status.data ? { ...status, keys: await readKeys(db) } : status;
}

async function readKeys({ prisma, sql }: Db): Promise<Status['keys']> {
  const uses = await readUsage(sql, 1, null);
  const today = (id: number) =>
    uses.filter(({ keyId }) => keyId === id).reduce((sum, { requests }) => sum + requests, 0);
  return (await listKeys(prisma)).map((key) => ({ ...key, requestsToday: today(key.id) }));
}

async function readData(sql: Sql): Promise<Status['data']> {
  const [row] = await sql.query<NonNullable<Status['data']>>(
    `SELECT (SELECT "value" FROM "setting" WHERE "key" = 'data-owner') AS "owner",
       json_build_object(
         'tournaments', (SELECT json_build_object('published', count(*) FILTER (WHERE "published"),
           'unpublished', count(*) FILTER (WHERE NOT "published"), 'planned', count(*) FILTER (WHERE "status" = 'planned'),
           'ongoing', count(*) FILTER (WHERE "status" = 'ongoing'), 'finished', count(*) FILTER (WHERE "status" = 'finished'))
           FROM "tournament"),
         'players', (SELECT json_build_object('present', count(*) FILTER (WHERE NOT "removed"),
           'removed', count(*) FILTER (WHERE "removed")) FROM "player"),
         'clubs', (SELECT count(*) FROM "club"), 'battles', (SELECT count(*) FROM "battle"),
         'battlePacks', (SELECT count(*) FROM "battle_pack"), 'factions', (SELECT count(*) FROM "faction")) AS "counts",
       (SELECT json_build_object('lastWrite', ${minute('max("at")')}, 'versions', count(*)) FROM "note" n
         JOIN (SELECT "tx", "at" FROM "log" UNION ALL TABLE "pending") AS t USING ("tx") WHERE n."kind" <= 'everything') AS "feed",
       json_build_object('upToDate', NOT EXISTS (SELECT FROM "rating_stale")
           AND coalesce((SELECT "method" = $1 FROM "rating_state"), false),
         'lastDay', (SELECT day_text(least(monday_of("week") + 6, ${TODAY})) FROM "rating_state")) AS "ratings",
       json_build_object('upToDate', NOT EXISTS (SELECT FROM "place_stale")
           AND coalesce((SELECT "value" = $2 FROM "setting" WHERE "key" = 'places-method'), false),
         'pending', (SELECT count(DISTINCT "tournament_slug") FROM "place_stale")) AS "places"`,
    [RATING_METHOD, PLACES_METHOD],
  );
  return row ?? null;
}

const minute = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')`;

async function readServices(sql: Sql): Promise<Status['services']> {
  const [row] = await sql.query<NonNullable<Status['services']>>(
    `SELECT count(*)::int AS "processes", ${minute('min("backend_start")')} AS "since" FROM pg_stat_activity
     WHERE "datname" = current_database() AND "application_name" = 'battle-results-gateway feed'`,
  );
  return row ?? null;
}
