// One run: all weeks from the earliest stale one on are replayed from the ledger before it, staged, and switched in by
// one statement. The same statement deletes the staleness notes, so a run that is aborted earlier leaves everything
// unchanged, to be repeated.
import { isProvisional } from '../../ratings/glicko2.js';
import { RATING_METHOD } from '../../ratings/method.js';
import { predictionOf, type WeekPredictions } from '../../ratings/prediction.js';
import { type LedgerRow, type PlayedWeek, playWeek, ratingBefore } from '../../ratings/replay.js';
import { EPOCH, type Session } from '../derived/session.js';
import type { CountedBattle } from './counted-battle.js';
import { packExpectations } from './expectations.js';
import { createStaging } from './staging.js';

export type RecomputedRatings = { of: 'ratings'; since: number | null; weeks: number; battles: number };

type Ledger = Map<string, LedgerRow<string>>;

/** Returns null if nothing was stale. `onStaged` is called when everything is ready to be switched in. */
export async function recomputeRatings(
  session: Session,
  onStaged: () => void = () => {},
): Promise<RecomputedRatings | null> {
  const stale = await readStale(session);
  if (!stale) return null;
  const since = stale.week;
  const staging = await createStaging(session.write);
  const last = await readCheckpoint(session, since);
  const weeks = await readPredictions(session, since);
  const before = weeks.length;
  for await (const week of playedWeeks(session, last, since)) {
    await staging.add('rating', week.rows);
    await staging.add('expectation', packExpectations(week));
    await staging.add('week', [week.predictions]);
    weeks.push(week.predictions);
  }
  const asOf = weeks.at(-1)?.week ?? null;
  if (asOf !== null) await staging.add('playerRating', ratingsAt(last, asOf));
  await staging.finish();
  onStaged();
  const judged = predictionOf(weeks);
  // All tables may have been truncated.
  await session.write.query(
    `INSERT INTO "rating_state" ("generation", "method", "battles") VALUES (0, 'none', 0) ON CONFLICT DO NOTHING`,
  );
  await session.write.query(SWITCH, [
    since ?? LOWEST,
    `{${stale.ids.join(',')}}`,
    RATING_METHOD,
    asOf,
    judged?.since ?? null,
    judged?.battles ?? 0,
    judged?.glicko2 ?? null,
    judged?.elo ?? null,
    stale.epoch,
  ]);
  await staging.drop();
  const played = weeks.slice(before);
  return { of: 'ratings', since, weeks: played.length, battles: played.reduce((sum, { battles }) => sum + battles, 0) };
}

const SWITCH = `SELECT switch_ratings($1, $2, $3, $4, $5, $6, $7, $8) WHERE ${EPOCH} IS NOT DISTINCT FROM $9::text`;
const LOWEST = -2_147_483_648;
/** The week noted if only places are stale. */
const HIGHEST = 2_147_483_647;

type Stale = { week: number | null; ids: string[]; epoch: string | null };

/** Returns the first stale week, null for all weeks. Ratings of another method are all stale. */
async function readStale({ read }: Session): Promise<Stale | null> {
  const [row] = await read.query<Omit<Stale, 'ids'> & { ids: string[] | null; isOurs: boolean }>(
    `SELECT min("week") AS "week", array_agg("id"::text) AS "ids", ${EPOCH} AS "epoch",
       (SELECT "method" = $1 FROM "rating_state") AS "isOurs" FROM "rating_stale"`,
    [RATING_METHOD],
  );
  if (!row || (row.isOurs && row.week === null)) return null;
  const week = row.isOurs && row.week !== LOWEST ? row.week : null;
  return { week, ids: row.ids ?? [], epoch: row.epoch };
}

/** The last row of every player before a week. */
async function readCheckpoint({ read }: Session, since: number | null): Promise<Ledger> {
  if (since === null) return new Map();
  const rows = await read.query<LedgerRow<string>>(
    `SELECT r."player_id" AS "player", r."week", r."value", r."deviation", r."volatility", r."battles", r."elo"
     FROM "player_rating" p CROSS JOIN LATERAL (
       SELECT * FROM "rating" r WHERE r."player_id" = p."player_id" AND r."week" < $1 ORDER BY r."week" DESC LIMIT 1
     ) r`,
    [since],
  );
  return new Map(rows.map((row) => [row.player, row]));
}

function readPredictions({ read }: Session, since: number | null): Promise<WeekPredictions[]> {
  return read.query<WeekPredictions>(
    `SELECT "week", "battles", "glicko2", "elo" FROM "rating_week" WHERE "week" < $1 ORDER BY "week"`,
    [since ?? LOWEST],
  );
}

/** In the order they were played. Battles against oneself and battles without a date are ignored. */
const BATTLES = `
  SELECT week_of("day") AS "week", "tournament_slug" AS "tournament", "first_player" AS "first", "second_player" AS "second",
    a."number" AS "firstNumber", z."number" AS "secondNumber", "first_score"::float8 / 2 AS "score", "first_faction" AS "firstFaction", "second_faction" AS "secondFaction",
    CASE "first_role" WHEN 'attacker' THEN 1 WHEN 'defender' THEN 2 ELSE 0 END AS "role"
  FROM "counted_battle"
  JOIN "player_number" a ON a."player_id" = "first_player" JOIN "player_number" z ON z."player_id" = "second_player"
  WHERE "first_player" <> "second_player" AND "day" >= coalesce(monday_of($1), DATE '-infinity')
  ORDER BY "day", "newest", "battle_id"`;

async function* playedWeeks(
  { stream }: Session,
  last: Ledger,
  since: number | null,
): AsyncGenerator<PlayedWeek<CountedBattle>> {
  if (since === HIGHEST) return;
  let week: CountedBattle[] = [];
  for await (const battles of stream<CountedBattle>(BATTLES, [since])) {
    for (const battle of battles) {
      if (week[0] && battle.week !== week[0].week) {
        yield playWeek(last, week);
        week = [];
      }
      week.push(battle);
    }
  }
  if (week.length > 0) yield playWeek(last, week);
}

/** Ratings as of the end of the last week that has a battle of any player. */
function ratingsAt(last: Ledger, asOf: number) {
  return Array.from(last.values(), ({ player, week }) => {
    const rating = ratingBefore(last, player, asOf + 1);
    return { player, week, value: rating.value, deviation: rating.deviation, provisional: isProvisional(rating) };
  });
}
