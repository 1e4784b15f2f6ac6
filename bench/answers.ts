// Complete answers over HTTP, each against a server that does the same with less, to show the cost of caching, routing
// and the schema. Every server is a separate process; the bodies are compared before anything is measured.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAccountKey } from '../src/db/keys.js';
import { withWorld } from './database.js';
import { loadEvent } from './event.js';
import type { Bench, Figure } from './figure.js';
import { compare, type Load, SHORT, type Target } from './load.js';
import { startGateway, startServer, withServers } from './process.js';
import { BATTLES, battlesAsDocument, STANDINGS, TOURNAMENTS } from './routes.js';

const PUBLIC_URL = 'http://gateway.bench';

export const benchAnswers: Bench = ({ server, short, report }) => {
  const load: Load = short ? SHORT : { connections: 16, seconds: 4, rounds: 5 };
  return withWorld(server, short ? 500 : 1_000_000, report, (db, url) =>
    withServers(async (start) => {
      await loadEvent(db);
      const authorization = `Bearer ${await createAccountKey(db.sql, 'Bench')}`;
      const headers = { authorization };
      const env = { DATABASE_URL: url, CURSOR_SECRET: 'b'.repeat(32), PUBLIC_URL };
      const folder = mkdtempSync(join(tmpdir(), 'bench-'));
      try {
        const gateway = await start(startGateway(env));
        const forgetful = await start(startGateway({ ...env, CACHE_MEGABYTES: '0' }));
        const byHand = await start(startServer('handwritten.ts', { ...env, CURSOR_LIFETIME_MS: '86400000' }));
        const sofa = await start(startServer('sofa.ts', env));
        const answer = await fetch(gateway.url + TOURNAMENTS, {
          headers: { ...headers, 'accept-encoding': 'identity' },
        });
        const tag = answer.headers.get('etag') ?? '';
        const holding = { ...headers, 'if-none-match': tag };
        const held = await fetch(gateway.url + TOURNAMENTS, { headers: holding });
        const bare = await start(startServer('bare.ts', { ANSWER: await keep(answer, held, folder) }));
        for (const path of [TOURNAMENTS, BATTLES, STANDINGS]) {
          await expectSame(
            path,
            [gateway, forgetful, byHand].map(({ url }) => url),
            headers,
          );
        }
        await expectSameBattles(gateway.url + BATTLES, sofa.url + SOFA_BATTLES, headers);

        const figures: Figure[] = [];
        const measure = async (what: string, against: string, aim: string, one: Target, other: Target) => {
          report(what);
          figures.push({ what, against, aim, ...(await compare(one, other, load)) });
        };
        await measure(
          'remembered tournament list',
          'bare node:http, same bytes and headers',
          'at least 0.80',
          { server: gateway, paths: [TOURNAMENTS], headers },
          { server: bare, paths: [TOURNAMENTS], headers },
        );
        await measure(
          '304',
          'bare node:http, same headers',
          'at least 0.75',
          { server: gateway, paths: [TOURNAMENTS], headers: holding, status: 304 },
          { server: bare, paths: [TOURNAMENTS], headers: holding, status: 304 },
        );
        for (const [what, path] of [
          ['tournament list (20)', TOURNAMENTS],
          ['battle list (100)', BATTLES],
          ['standings, 200 players and 8 rounds', STANDINGS],
        ] as const) {
          await measure(
            `not remembered: ${what}`,
            'written by hand, one statement',
            'at least 0.90',
            { server: forgetful, paths: [path], headers },
            { server: byHand, paths: [path], headers },
          );
        }
        await measure(
          'a document asked again: battle list (100)',
          'the same over REST, not remembered',
          'at least 0.90',
          { server: forgetful, paths: [battlesAsDocument()], headers },
          { server: forgetful, paths: [BATTLES], headers },
        );
        await measure(
          'a document asked for the first time: battle list (100)',
          'the same document asked again',
          '',
          { server: forgetful, paths: [battlesAsDocument('ClubBattlesNUMBER')], headers },
          { server: forgetful, paths: [battlesAsDocument()], headers },
        );
        await measure(
          'not remembered: battle list (100)',
          'the same schema served by SOFA',
          'at least 2',
          { server: forgetful, paths: [BATTLES], headers },
          { server: sofa, paths: [SOFA_BATTLES], headers },
        );
        return figures;
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
  );
};

/** SOFA makes routes only of root fields, so the battles of a club are part of the club's route. */
const SOFA_BATTLES = '/api/club?slug=northern-legion&club_battles_first=100';

async function keep(answer: Response, held: Response, folder: string): Promise<string> {
  const headersOf = ({ headers }: Response) => {
    const { date, connection, 'keep-alive': alive, ...own } = Object.fromEntries(headers);
    return own;
  };
  const file = join(folder, 'answer.json');
  const kept = { body: await answer.text(), headers: headersOf(answer), headersOf304: headersOf(held) };
  writeFileSync(file, JSON.stringify(kept));
  return file;
}

/** Decodes percent-encoded URLs, because the hand-written statements do not encode the few unusual letters. */
const plain = (body: string) => decodeURI(JSON.stringify(JSON.parse(body)));

/** SOFA's body uses other names and another structure, so only the ids of the battles are compared. */
async function expectSameBattles(ours: string, sofa: string, headers: Record<string, string>): Promise<void> {
  const read = async (url: string) => (await fetch(url, { headers })).json();
  const [{ data }, { battles }] = [await read(ours), await read(sofa)];
  const ids = (rows: { id?: string; battleId?: string }[]) => rows.map(({ id, battleId }) => id ?? battleId).join();
  if (ids(data) !== ids(battles.nodes))
    throw new Error(`SOFA shows ${battles.nodes.length} battles, not ${data.length}`);
}

async function expectSame(path: string, servers: string[], headers: Record<string, string>): Promise<void> {
  const bodies = await Promise.all(servers.map(async (url) => (await fetch(url + path, { headers })).text()));
  for (const body of bodies) {
    if (plain(body) !== plain(bodies[0] ?? '')) {
      throw new Error(
        `${path} is not the same everywhere:\n${bodies.map((text) => text.slice(0, 2_000)).join('\n\n')}`,
      );
    }
  }
}
