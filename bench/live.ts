// Many followers of one board: the latency until a result reaches all of them, the reads that it takes, the memory per
// stream, and the effect on other requests. The followers run in separate processes with different source addresses, so
// that ports do not run out.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../src/db/client.js';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { EVENT, loadEvent } from './event.js';
import { type Bench, type Figure, ratio } from './figure.js';
import type { Follow, Had } from './followers.js';
import { compare } from './load.js';
import { type Running, startGateway, startServer, withServers } from './process.js';
import { TOURNAMENTS } from './routes.js';

const BOARD = `subscription { standings(tournament: "${EVENT}") {
  ... on Board { rows(first: 10) { rank name battlePoints victoryPoints } } } }`;
/** The participant in first place: a change of its points is always visible in the subscription. */
const LEADER = `SELECT "participant_id" AS "id" FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
  WHERE b."tournament_slug" = '${EVENT}' GROUP BY 1 ORDER BY sum("battle_points") DESC, sum("victory_points") DESC LIMIT 1`;
const WITHIN_MS = 1_000;
const KILOBYTES_MAX = 10;
const FOLLOWERS_A_PROCESS = 2_500;
/** A backend reports its table statistics only at intervals. */
const STATISTICS_MS = 1_500;

export const benchLive: Bench = ({ server, short, report }) => {
  const wanted = short ? 500 : 10_000;
  const [changes, seconds, rounds] = short ? [2, 1, 1] : [20, 10, 5];
  const count = Math.min(wanted, filesMax() - 1_000);
  if (count < wanted) report(`only ${count} streams: a process may open ${filesMax()} files (ulimit -n)`);
  return withWorld(server, short ? 500 : 100_000, report, (db, url) =>
    withServers(async (started) => {
      await loadEvent(db);
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const limits = { STREAMS_MAX: String(2 * count), STREAMS_PER_KEY: String(2 * count) };
      const start = () => started(startGateway({ DATABASE_URL: url, ...limits }));
      const [one, other] = [await start(), await start()];
      const held = await started(startServer('held.ts', {}));
      const line = `GET /graphql?query=${encodeURIComponent(BOARD)} HTTP/1.1`;
      const request = `${line}\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: ${headers.authorization}\r\n\r\n`;

      const alone = await follow(other, request, 1);
      const readsForOne = await readsOf(db, () => change(db, changes, [alone]));
      alone.close();
      const bare = await memoryOf(held, () => follow(held, request, count));
      bare.opened.close();
      const live = await memoryOf(one, () => follow(one, request, count));
      report(`${count} streams are open`);
      let had: number[] = [];
      const reads = await readsOf(db, async () => {
        had = await change(db, changes, [live.opened]);
      });
      const lost = had.filter((ms) => ms < 0).length;
      const times = had.filter((ms) => ms >= 0).sort((a, b) => a - b);
      const part = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
      const figures: Figure[] = [
        {
          what: `a result written by SQL is with ${count} who follow the board, the slowest hundredth`,
          against: `${WITHIN_MS} ms`,
          ratio: ratio(part(0.99), WITHIN_MS),
          aim: 'at most 1',
          measured: `${Math.round(part(0.5))} ms for half of them, ${Math.round(part(0.99))} ms for 99 of 100, ${Math.round(part(1))} ms for all; ${lost} lost`,
        },
        {
          what: `reads of a table for ${changes} changes, with ${count} who follow`,
          against: 'with one',
          ratio: ratio(reads, readsForOne),
          aim: 'at most 1.1',
          measured: `${reads} against ${readsForOne}`,
        },
        {
          what: `memory of one of ${count} streams, beside what Node takes for one`,
          against: `${KILOBYTES_MAX} kB`,
          ratio: ratio(live.kilobytes - bare.kilobytes, KILOBYTES_MAX),
          aim: 'at most 1',
          measured: `${live.kilobytes.toFixed(1)} kB, of which Node ${bare.kilobytes.toFixed(1)} kB`,
        },
      ];
      let writing = true;
      const writer = (async () => {
        for (; writing; await sleep(1_000)) await write(db);
      })();
      const asked = { paths: [TOURNAMENTS], headers };
      const load = { connections: 20, seconds, rounds, mayRefuse: true };
      const others = await compare({ ...asked, server: one }, { ...asked, server: other }, load);
      writing = false;
      await writer;
      live.opened.close();
      figures.push({
        what: `others' answers beside ${count} streams, with a change a second`,
        against: 'without streams',
        ratio: others.ratio,
        aim: 'at least 0.90',
        measured: others.measured,
      });
      return figures;
    }),
  );
};

type Followers = { had(result: number): Promise<number[]>; results: number; close(): void };

async function follow({ url }: Running, request: string, count: number): Promise<Followers> {
  const children: ChildProcess[] = [];
  for (let left = count; left > 0; left -= FOLLOWERS_A_PROCESS) {
    const child = fork(fileURLToPath(new URL('./followers.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
    children.push(child);
    const from = `127.0.0.${children.length + 1}`;
    child.send({ url, request, count: Math.min(left, FOLLOWERS_A_PROCESS), from } satisfies Follow);
    const [said] = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (said !== 'open') throw new Error('The streams could not be opened');
  }
  return {
    results: 1,
    async had(result) {
      const answers = children.map((child) => once(child, 'message'));
      for (const child of children) child.send({ result });
      return (await Promise.all(answers)).flatMap(([message]) => (message as Had).had);
    },
    close() {
      for (const child of children) child.kill();
    },
  };
}

/** Returns the milliseconds until each follower received each change; -1 for a change that did not arrive. */
async function change(db: Db, times: number, followed: Followers[]): Promise<number[]> {
  const all: number[] = [];
  for (let time = 0; time < times; time += 1) {
    await sleep(500);
    const at = performance.timeOrigin + performance.now();
    await write(db);
    for (const followers of followed) {
      const had = await followers.had(followers.results);
      followers.results += 1;
      all.push(...had.map((when) => (when < 0 ? -1 : when - at)));
    }
  }
  return all;
}

const write = (db: Db) =>
  db.sql.query(`UPDATE "battle_side" SET "victory_points" = "victory_points" + 1
    WHERE ("battle_id", "position") = (SELECT "battle_id", "position" FROM "battle_side"
      WHERE "participant_id" = (${LEADER}) ORDER BY 1 LIMIT 1)`);

/**
 * Returns the scans of the participant table during `work`: one per computation of the board, and those of triggers.
 */
async function readsOf(db: Db, work: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    await sleep(STATISTICS_MS);
    const [row] = await db.sql.query<{ reads: string }>(
      `SELECT "seq_scan" + coalesce("idx_scan", 0) AS "reads" FROM pg_stat_user_tables WHERE "relname" = 'participant'`,
    );
    return Number(row?.reads ?? 0);
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

/** Returns the memory, in kilobytes, that the server takes for each stream that `open` opens. */
async function memoryOf({ process: { pid } }: Running, open: () => Promise<Followers>) {
  const kilobytes = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  const before = kilobytes();
  const opened = await open();
  await sleep(STATISTICS_MS);
  const count = (await opened.had(0)).length;
  return { opened, kilobytes: (kilobytes() - before) / count };
}

/** Maximum number of open files per process: the hard limit, to which the service has raised its soft limit. */
function filesMax(): number {
  const [, hard] = /^Max open files\s+\d+\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
  return hard === undefined || hard === 'unlimited' ? 1_000_000 : Number(hard);
}
