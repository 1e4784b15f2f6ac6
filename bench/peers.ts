// The same answer by other ways to serve GraphQL and REST from PostgreSQL, set up as their makers describe: PostGraphile,
// Mercurius over plain Prisma, and SOFA over the same schema. Their packages are no dependencies of ours: bench/peers has a
// package.json of its own, installed by the first run. All servers run on the Node that is installed with them, because
// PostGraphile needs a later one than we do.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import type { Bench, Figure } from './figure.js';
import { compare, type Target } from './load.js';
import { type Running, startGateway, startServer, withServers } from './process.js';

const BATTLES = 20_000;
const CLUB = 'northern-legion';
const load = { connections: 8, seconds: 4, rounds: 5, mayRefuse: true };

const folder = fileURLToPath(new URL('./peers/', import.meta.url));
const node = join(folder, `node_modules/node-linux-${process.arch}/bin/node`);

export const benchPeers: Bench = async ({ server, short, report }) => {
  const missing = short ? 'they are not measured in the short form' : install();
  if (missing !== null) {
    report(`Skipped: ${missing}`);
    return [];
  }
  return withWorld(server, BATTLES, report, (db, url) =>
    withServers(async (start) => {
      // PostGraphile has no rule for what is not published, so here everything is.
      await db.sql.script(
        'UPDATE "tournament" SET "published" = true WHERE NOT "published"; UPDATE "battle" SET "archived" = false WHERE "archived"',
      );
      const headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Bench')}` };
      const env = { DATABASE_URL: url };
      const ours = await start(startGateway({ ...env, CACHE_MEGABYTES: '0' }, node));
      const peer = (file: string) => start(startServer(`../peers/${file}`, env, node));
      const [postgraphile, mercurius, sofa] = [
        await peer('postgraphile.js'),
        await peer('mercurius.js'),
        await peer('sofa.js'),
      ];
      const target = (of: Running, path: string): Target => ({ server: of, paths: [path], headers });
      const document = target(ours, `/graphql?${new URLSearchParams({ query: OURS })}`);
      const route = target(ours, `/api/v1/clubs/${CLUB}/battles?limit=100`);
      const byPostgraphile = target(postgraphile, `/graphql?${new URLSearchParams({ query: POSTGRAPHILES })}`);
      const byMercurius = target(mercurius, `/graphql?${new URLSearchParams({ query: PLAIN })}`);
      const bySofa = target(sofa, `/api/club-battles?club=${CLUB}&first=100`);
      await expectSame([document, route, byPostgraphile, byMercurius, bySofa]);

      const figures: Figure[] = [];
      const pairs: [what: string, against: string, aim: string, one: Target, other: Target][] = [
        ['a document', 'PostGraphile 5, amber preset', 'at least 1.6', document, byPostgraphile],
        ['a document', 'Mercurius over plain Prisma', '', document, byMercurius],
        ['the REST route, which shows more', 'PostGraphile 5, amber preset', '', route, byPostgraphile],
        ['the REST route, which shows more', 'SOFA over plain Prisma', '', route, bySofa],
      ];
      for (const [what, against, aim, one, other] of pairs) {
        report(`${what} against ${against}`);
        const { ratio, measured } = await compare(one, other, load);
        figures.push({ what: `100 battles, not remembered: ${what}`, against, aim, ratio, measured });
      }
      return figures;
    }),
  );
};

/** Returns why there are no peers; null if there are. */
function install(): string | null {
  if (process.platform !== 'linux') return 'the Node that they run on is installed for Linux only';
  if (existsSync(node)) return null;
  try {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit'], { cwd: folder, stdio: 'pipe' });
    return existsSync(node) ? null : `there is no Node for ${process.arch}`;
  } catch (error) {
    return `their packages cannot be installed: ${error instanceof Error ? error.message : error}`;
  }
}

const OURS = `{
  battles(club: "${CLUB}", first: 100) {
    nodes {
      id: battleId
      date
      round
      scenario
      tournament { slug name }
      sides: players { name faction outcome battlePoints victoryPoints }
    }
  }
}`;

const PLAIN = `{
  clubBattles(club: "${CLUB}", first: 100) {
    id
    date
    round
    scenario
    tournament { slug name }
    sides { name faction outcome battlePoints victoryPoints }
  }
}`;

const POSTGRAPHILES = `{
  club: clubBySlug(slug: "${CLUB}") {
    listing: clubBattlesByClubSlug(first: 100, orderBy: NEWEST_DESC) {
      nodes {
        battle: battleByBattleId {
          id: rowId
          date
          round
          scenario
          tournament: tournamentByTournamentSlug { slug name }
          sides: battleSidesByBattleId(orderBy: POSITION_ASC) {
            nodes { name faction outcome battlePoints victoryPoints }
          }
        }
      }
    }
  }
}`;

/** Compares ids, days, scenarios and results; the rest has other names and other forms. */
async function expectSame(targets: Target[]): Promise<void> {
  const seen = await Promise.all(targets.map(battlesSeen));
  for (const [index, battles] of seen.entries()) {
    if (battles.length === 100 && battles.join() === seen[0]?.join()) continue;
    throw new Error(
      `Not the same 100 battles at ${targets[index]?.paths}: ${battles.slice(0, 3)}, not ${seen[0]?.slice(0, 3)}`,
    );
  }
}

async function battlesSeen({ server, paths, headers }: Target): Promise<string[]> {
  const body = await (await fetch(server.url + paths[0], { headers })).json();
  return having('scenario', body).map((battle) => {
    const { id, date, round, scenario, tournament } = battle;
    const slug = having('slug', tournament)[0]?.slug ?? tournament;
    const sides = having('faction', battle).map((side) => {
      const { name, player = name, faction, outcome, battlePoints, victoryPoints } = side;
      return [player, faction, String(outcome).toLowerCase(), battlePoints, victoryPoints];
    });
    return JSON.stringify([id, date, round, scenario, slug, sides]);
  });
}

/** All objects with this property, whatever they are wrapped in. */
function having(property: string, value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  return property in value
    ? [value as Record<string, unknown>]
    : Object.values(value).flatMap((inner) => having(property, inner));
}
