// Writes to listings by plain SQL while a client pages through them.
import type { Db } from '../../src/db/client.js';

export type Values = {
  prefix: string;
  day: string | null;
  round: number | null;
  name: string;
  casual: boolean;
};
export type Row = Values & { id: string; number: number };

// biome-ignore lint/suspicious/noExplicitAny: an element of a body.
type Entry = any;

export type Kit = {
  path: string;
  /** True if the listing takes `from` and `to`. */
  dated: boolean;
  idOf(entry: Entry): string;
  clear(db: Db): Promise<unknown>;
  insert(db: Db, rows: Row[]): Promise<unknown>;
  /** Removes the row from the listing, in one of several ways. */
  remove(db: Db, row: Row, way: number): Promise<unknown>;
  /** Moves the row to another position in the order. */
  move(db: Db, row: Row, to: Values): Promise<unknown>;
  inOrder(first: Row, second: Row): number;
};

const CLUB = 'northern-legion';
const EVENT = 'stage-of-battles';

const bytes = (first: string, second: string) => Buffer.compare(Buffer.from(first), Buffer.from(second));

/** Rows without a day come last; then by round, where the listing has one, and by id. */
const newestFirst =
  (hasRounds: boolean) =>
  (first: Row, second: Row): number =>
    bytes(second.day ?? '', first.day ?? '') ||
    (hasRounds ? (second.round ?? 0) - (first.round ?? 0) : 0) ||
    bytes(second.id, first.id);

/** Without case and accents; equal names are ordered by entry. */
const SPOKEN: Record<string, string> = { ann: 'ann', Ánn: 'ann', Ødger: 'odger', Zoë: 'zoe', Ω: 'ω' };
const spoken = (name: string) => SPOKEN[name] ?? name.toLowerCase();

const byId = (table: string, key: string, change: string) => (db: Db, row: Row) =>
  db.sql.query(`${change.replace('*', `"${table}"`)} WHERE "${key}" = $1`, [row.id]);

const column = <Key extends keyof Row>(rows: Row[], key: Key) => rows.map((row) => row[key]);

const tournamentKit = (path: string, ways: string[]): Kit => ({
  path,
  dated: true,
  idOf: ({ slug }) => slug,
  clear: (db) => db.sql.query(`DELETE FROM "tournament" WHERE "slug" NOT IN ('spring-clash', $1)`, [EVENT]),
  insert: (db, rows) =>
    db.sql.query(
      `INSERT INTO "tournament" ("slug", "name", "published", "battle_size", "start_date", "club_slug")
       SELECT "slug", 'Any', true, 2000, "day"::date, $3 FROM unnest($1::text[], $2::text[]) AS "new"("slug", "day")`,
      [column(rows, 'id'), column(rows, 'day'), CLUB],
    ),
  remove: (db, row, way) => byId('tournament', 'slug', ways[way % ways.length] ?? '')(db, row),
  move: (db, { id }, { day }) =>
    db.sql.query(`UPDATE "tournament" SET "start_date" = $2::date WHERE "slug" = $1`, [id, day]),
  inOrder: newestFirst(false),
});

const UNPUBLISH = 'UPDATE * SET "published" = false';
const HAND_OVER = `UPDATE * SET "club_slug" = 'other-club'`;
const RENAME_SLUG = `UPDATE * SET "slug" = "slug" || '-renamed'`;

const participantKit: Kit = {
  path: '/api/v1/tournaments/spring-clash/participants',
  dated: false,
  idOf: ({ list }) => list.text,
  clear: (db) => db.sql.query(`DELETE FROM "participant" WHERE "tournament_slug" = 'spring-clash'`),
  insert: (db, rows) =>
    db.sql.query(
      `INSERT INTO "participant" ("tournament_slug", "entry", "name", "list")
       SELECT 'spring-clash', "entry", "name", jsonb_build_object(
         'faction', '', 'subFaction', '', 'points', 0, 'battleTacticCards', '[]'::jsonb, 'text', "id")
       FROM unnest($1::int[], $2::text[], $3::text[]) AS "new"("entry", "name", "id")`,
      [column(rows, 'number'), column(rows, 'name'), column(rows, 'id')],
    ),
  remove: (db, { number }) => db.sql.query(`DELETE FROM "participant" WHERE "entry" = $1 AND ${OF_CLASH}`, [number]),
  move: (db, { number }, { name }) =>
    db.sql.query(`UPDATE "participant" SET "name" = $2 WHERE "entry" = $1 AND ${OF_CLASH}`, [number, name]),
  inOrder: (first, second) => bytes(spoken(first.name), spoken(second.name)) || first.number - second.number,
};
const OF_CLASH = `"tournament_slug" = 'spring-clash'`;

const battleKit = (path: string, casuals: boolean, ways: string[]): Kit => ({
  path,
  dated: casuals,
  idOf: ({ id }) => id,
  clear: (db) => db.sql.query('DELETE FROM "battle"'),
  insert: (db, rows) =>
    db.sql.transaction(async (sql) => {
      await sql.query(
        `INSERT INTO "battle" ("id", "date", "round", "battle_size", "tournament_slug", "stage_id", "club_slug")
         SELECT "id", "day"::date, "round", 2000, "event", CASE WHEN "event" IS NOT NULL THEN 'swiss' END,
           CASE WHEN "event" IS NULL THEN $5 END
         FROM unnest($1::text[], $2::text[], $3::int[], $4::text[]) AS "new"("id", "day", "round", "event")`,
        [
          column(rows, 'id'),
          column(rows, 'day'),
          column(rows, 'round'),
          rows.map(({ casual }) => (casual && casuals ? null : EVENT)),
          CLUB,
        ],
      );
      await sql.query(
        `INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "player_id")
         SELECT b."id", p."entry", CASE WHEN b."tournament_slug" IS NOT NULL THEN p."id" END,
           CASE WHEN b."tournament_slug" IS NULL THEN p."player_id" END
         FROM "battle" b, "participant" p WHERE p."tournament_slug" = $2 AND b."id" = ANY ($1)`,
        [column(rows, 'id'), EVENT],
      );
    }),
  remove: (db, row, way) => byId('battle', 'id', ways[way % ways.length] ?? '')(db, row),
  move: (db, { id }, { day, round }) =>
    db.sql.query(`UPDATE "battle" SET "date" = $2::date, "round" = $3 WHERE "id" = $1`, [id, day, round]),
  inOrder: newestFirst(true),
});

const ARCHIVE = 'UPDATE * SET "archived" = true';
const RENAME_ID = `UPDATE * SET "id" = "id" || '-renamed'`;

/** Every listing route. */
export const kits: Kit[] = [
  tournamentKit('/api/v1/tournaments', ['DELETE FROM *', UNPUBLISH, RENAME_SLUG]),
  tournamentKit('/api/v1/clubs/northern-legion/tournaments', ['DELETE FROM *', UNPUBLISH, HAND_OVER, RENAME_SLUG]),
  participantKit,
  battleKit(`/api/v1/tournaments/${EVENT}/battles`, false, ['DELETE FROM *', RENAME_ID]),
  battleKit('/api/v1/clubs/northern-legion/battles', true, ['DELETE FROM *', ARCHIVE, RENAME_ID]),
  battleKit('/api/v1/users/p-1/battles', true, ['DELETE FROM *', ARCHIVE, RENAME_ID]),
];
