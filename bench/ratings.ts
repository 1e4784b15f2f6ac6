// Ratings of a large world: the time to compute all of them, the effect on requests meanwhile, and the time until a
// corrected result shows in a rating.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../src/db/client.js';
import { createAccountKey } from '../src/db/keys.js';
import { type Client, createClient } from './client.js';
import { withWorld } from './database.js';
import { type Bench, median, ratio, seconds } from './figure.js';
import { startGateway, withServers } from './process.js';

const REMEMBERED = '/api/v1/tournaments?limit=20';
/** A caller's own document, which is executed every time. */
const ANEW = `/graphql?query=${encodeURIComponent('{ tournaments(first: 20) { nodes { name status playerCount stages { name } } } }')}`;
const LOOK_MS = 20;
const ALL = 30;
const SOON = 5;

export const benchRatings: Bench = ({ server, short, report }) =>
  withWorld(server, short ? 1_500 : 1_000_000, report, (db, url) =>
    withServers(async (started) => {
      const key = await createAccountKey(db.sql, 'Bench');
      const { url: address } = await started(startGateway({ DATABASE_URL: url }));
      const client = createClient({ authorization: `Bearer ${key}` });
      await settled(db);
      const before = await latencies(client, address, () => sleep(short ? 200 : 10_000));
      let whole = 0;
      const during = await latencies(client, address, async () => {
        whole = await seconds(() => madeAnew(db, 'SELECT note_stale_ratings(-2147483648)'));
      });
      report(`all ratings in ${whole.toFixed(1)} s`);
      const soon = median([await corrected(db, client, address), await corrected(db, client, address)]);
      client.close();
      const [{ battles = 0 } = {}] = await db.sql.query<{ battles: number }>(
        `SELECT sum("battles")::int AS "battles" FROM "rating_week"`,
      );
      const slowed = (what: string, at: 'remembered' | 'anew') => ({
        what: `${what} while all ratings are made anew`,
        against: 'the same before, median',
        ratio: ratio(median(during[at]), median(before[at])),
        aim: 'at most 1.5',
        measured: `${ms(median(during[at]))} against ${ms(median(before[at]))}, of a hundred the slowest ${ms(slowest(during[at]))} against ${ms(slowest(before[at]))}`,
      });
      return [
        {
          what: `ratings of ${battles} battles, all of them`,
          against: `${ALL} s`,
          ratio: ratio(whole, ALL),
          aim: 'at most 1',
          measured: `${whole.toFixed(1)} s`,
        },
        slowed('a remembered answer', 'remembered'),
        slowed('20 tournaments, not remembered', 'anew'),
        {
          what: 'a corrected result of the last week, until the new rating is served',
          against: `${SOON} s`,
          ratio: ratio(soon, SOON),
          aim: 'at most 1',
          measured: `${soon.toFixed(2)} s`,
        },
      ];
    }),
  );

const ms = (time: number) => `${(time * 1000).toFixed(2)} ms`;

/** The p99. */
function slowest(times: number[]): number {
  return [...times].sort((one, two) => one - two)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

async function generation({ sql }: Db): Promise<number> {
  const [row] = await sql.query<{ generation: number }>('SELECT "generation" FROM "rating_state"');
  return row?.generation ?? 0;
}

async function madeAnew(db: Db, statement: string): Promise<void> {
  const before = await generation(db);
  await db.sql.query(statement);
  while ((await generation(db)) === before) await sleep(LOOK_MS);
}

/** Waits until no ratings are stale, as after the first start on this world. */
async function settled({ sql }: Db): Promise<void> {
  const isStale = async () => (await sql.query('SELECT FROM "rating_stale" LIMIT 1')).length > 0;
  while (await isStale()) await sleep(LOOK_MS);
}

/** Measures both kinds of request, one after the other, while `work` runs. */
async function latencies(client: Client, address: string, work: () => Promise<unknown>) {
  const times = { remembered: [] as number[], anew: [] as number[] };
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    times.remembered.push(await seconds(() => client.text(address + REMEMBERED)));
    times.anew.push(await seconds(() => client.text(address + ANEW)));
    await sleep(LOOK_MS);
  }
  await working;
  return times;
}

/**
 * Swaps winner and loser of the newest rated battle that was not drawn; returns the seconds until the new rating is
 * served.
 */
async function corrected({ sql }: Db, client: Client, address: string): Promise<number> {
  const [battle] = await sql.query<{ id: string; player: string }>(
    `SELECT "battle_id" AS "id", "first_player" AS "player" FROM "counted_battle"
     WHERE "first_player" <> "second_player" AND "first_score" <> 1 AND "day" IS NOT NULL ORDER BY "day" DESC LIMIT 1`,
  );
  const query = encodeURIComponent(`{ player(id: "${battle?.player}") { rating { value } } }`);
  const rating = () => client.text(`${address}/graphql?query=${query}`);
  const before = await rating();
  return seconds(async () => {
    await sql.query(
      `UPDATE "battle_side" SET "outcome" = CASE "outcome" WHEN 'win' THEN 'loss' WHEN 'loss' THEN 'win' END::"outcome"
       WHERE "battle_id" = $1`,
      [battle?.id],
    );
    while ((await rating()) === before) await sleep(LOOK_MS);
  });
}
