// A hall of 300 visitors behind one address who follow a final and browse, and a flood from another address: how many
// visitors are refused, and how long a client with a key waits beside a flood.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createAccountKey } from '../src/db/keys.js';
import { visitTogether } from '../test/support/crowd.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, median, ratio } from './figure.js';
import { startGateway, withServers } from './process.js';
import { type Heard, sender } from './sender.js';

const VISITORS = 300;
const FLOOD_CONNECTIONS = 64;

export const benchHall: Bench = ({ server, short, report }) => {
  const [hallMs, rounds, seconds] = short ? [5_000, 1, 2] : [300_000, 5, 5];
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (started) => {
      await loadEvent(db);
      const authorization = `Bearer ${await createAccountKey(db.sql, 'Bench')}`;
      const gateway = await started(startGateway({ DATABASE_URL: url, TRUST_PROXY: 'true' }));
      const players = await db.sql.query<{ id: string }>(
        'SELECT "id" FROM "player" WHERE NOT "removed" ORDER BY 1 LIMIT 1000',
      );
      let isOver = false;
      const writer = (async () => {
        for (let points = 0; !isOver; points += 1, await sleep(1_000)) {
          const sides = `SELECT min("id") FROM "battle" WHERE "tournament_slug" = '${EVENT}'`;
          await db.sql.query(`UPDATE "battle_side" SET "victory_points" = $1 WHERE "battle_id" = (${sides})`, [points]);
        }
      })();
      const seen = await visitTogether({
        url: gateway.url,
        visitors: VISITORS,
        ms: hallMs,
        // Shows every player, so each write changes it.
        page: `/tournaments/${EVENT}/swiss`,
        others: ['/', '/tournaments', '/factions', ...players.map(({ id }) => `/players/${encodeURIComponent(id)}`)],
        headers: { 'x-forwarded-for': '192.0.2.1' },
      });
      isOver = true;
      await writer;
      const answers = Object.values(seen.statuses).reduce((sum, count) => sum + count, 0);
      const refused = answers - (seen.statuses[200] ?? 0) + seen.broken;

      /** One client with a key, which asks for something that is not remembered. */
      const customer = sender(
        [`${gateway.url}/api/v1/tournaments/${EVENT}/standings`],
        { authorization, 'cache-control': 'no-cache', 'x-forwarded-for': '192.0.2.2' },
        async () => undefined,
      );
      const flood = () =>
        promisify(execFile)('wrk', [
          ...['-t1', `-c${FLOOD_CONNECTIONS}`, `-d${seconds + 1}s`, '-H', 'x-forwarded-for: 192.0.2.3'],
          `${gateway.url}/tournaments/${EVENT}`,
        ]);
      const alone: Heard[] = [];
      const beside: Heard[] = [];
      await customer(seconds);
      for (let round = 0; round < rounds; round += 1) {
        alone.push(await customer(seconds));
        const flooding = flood();
        beside.push(await customer(seconds));
        await flooding;
      }
      const middle = (of: Heard[]) => median(of.map(({ times }) => median(times)));
      return [
        {
          what: `${VISITORS} visitors on one address follow a final for ${hallMs / 60_000} minutes and browse: refused`,
          against: 'all answers',
          ratio: ratio(refused, answers),
          aim: '0',
          measured: `${refused} of ${answers} (${JSON.stringify(seen.statuses)}); ${seen.changes} changes were told`,
        },
        {
          what: `a client with a key, not remembered, beside a flood of ${FLOOD_CONNECTIONS} connections`,
          against: 'alone',
          ratio: ratio(middle(beside), middle(alone)),
          aim: 'at most 2, none refused',
          measured:
            `${middle(beside).toFixed(1)} against ${middle(alone).toFixed(1)} ms; ` +
            `${beside.reduce((sum, each) => sum + each.refused, 0)} refused`,
        },
      ];
    }),
  );
};
