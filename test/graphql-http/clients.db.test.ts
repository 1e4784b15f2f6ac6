// The website's own client over a port; the compiler checks the generated types here.
import { createServer } from 'node:http';
import {
  type AnyVariables,
  Client,
  cacheExchange,
  createRequest,
  fetchExchange,
  type TypedDocumentNode,
} from '@urql/core';
import { createServerAdapter } from '@whatwg-node/server';
import { Kind } from 'graphql';
import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  BattlePageDocument,
  ClubPageDocument,
  PlayerPageDocument,
  TournamentPageDocument,
  TournamentsPageDocument,
  type TournamentsPageQuery,
} from '../../src/site/operations.generated.js';
import { sizedWorld } from '../operations/sized-world.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { listening } from '../support/listening.js';
import { load } from '../support/world.js';

const db = await openTestDb();
const seen: { method: string; url: string; body: string }[] = [];

await load(db, sizedWorld('few'));
const app = await createTestApp(db, { remember: true, documented: false, config: { persistedOnly: true } });
const server = createServer(
  createServerAdapter(async (request: Request) => {
    const { method, url } = request;
    seen.push({ method, url: url.slice(url.indexOf('/graphql')), body: await request.clone().text() });
    return app.fetch(request);
  }),
);
const url = `${await listening(server)}/graphql`;

const headers = () => ({ authorization: `Bearer ${app.key}` });

function urql(preferGetMethod: boolean) {
  const exchanges = [cacheExchange, fetchExchange];
  return new Client({ url, preferGetMethod, fetchOptions: () => ({ headers: headers() }), exchanges });
}

/** Sends the hash and no text, as urql's exchange for persisted documents does. */
function byHash<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables> & { documentId: string },
  variables: Variables,
  get = true,
) {
  const request = createRequest(document, variables, {
    persistedQuery: { version: 1, sha256Hash: document.documentId },
  });
  return urql(get).executeQuery(request);
}

afterEach(() => vi.unstubAllEnvs());

describe('urql, when documents other than persisted ones are refused', () => {
  test('gets all five pages by their hashes, typed', async () => {
    const home = await byHash(TournamentsPageDocument, { first: 1 });
    expect(home.error).toBeUndefined();
    expectTypeOf(home.data).toEqualTypeOf<TournamentsPageQuery | undefined>();
    const slug: string | undefined = home.data?.tournaments.nodes[0]?.organizer?.slug;
    expect(slug).toBe('few-club-2');

    const tournament = await byHash(TournamentPageDocument, { slug: 'few-event' });
    const standings = tournament.data?.tournament?.stages.map(({ standings }) =>
      standings.__typename === 'Board' ? standings.rows[0]?.playerId : standings.matches[0]?.battleId,
    );
    expect(standings).toStrictEqual(['few-player-1', 'few-battle-1', 'few-player-1']);

    const club = await byHash(ClubPageDocument, { slug: 'few-club-1', battles: 1 });
    expect(club.data?.club?.battles.nodes.map(({ players }) => players.length)).toStrictEqual([2]);

    const player = await byHash(PlayerPageDocument, { id: 'few-player-1' });
    expect(player.data?.player?.opponents[0]?.name).toBe('Player few-player-2');

    const battle = await byHash(BattlePageDocument, { id: 'few-battle-1' });
    const [side] = battle.data?.battle?.players ?? [];
    const metrics: Record<string, number> | undefined = side?.metrics;
    expect({ metrics, list: side?.list?.text }).toStrictEqual({ metrics: { kills: 1 }, list: 'List' });
  });

  test('sends a GET without the document, to the same address each time', async () => {
    seen.length = 0;
    await byHash(TournamentsPageDocument, { first: 1, status: 'finished' });
    await byHash(TournamentsPageDocument, { status: 'finished', first: 1 });
    const [first, second] = seen;
    expect(first?.method).toBe('GET');
    expect(first?.url).toMatch(/^\/graphql\?operationName=TournamentsPage&variables=[^&]*&extensions=[^&]*$/);
    expect(second).toStrictEqual(first);
  });

  test('has its variables checked by the compiler', () => {
    // @ts-expect-error: a slug is text.
    byHash(TournamentPageDocument, { slug: 1 });
    // @ts-expect-error: a page needs to know of whom.
    byHash(PlayerPageDocument, {});
  });

  test('sends the documentId of a document whose definitions a build took out', async () => {
    seen.length = 0;
    // Outside production urql requires a query in the document before it sends a request.
    vi.stubEnv('NODE_ENV', 'production');
    const withoutDefinitions: typeof TournamentsPageDocument = {
      kind: Kind.DOCUMENT,
      documentId: 'TournamentsPage',
      definitions: [],
    };
    const { data } = await urql(true).query(withoutDefinitions, { first: 1 });
    expect(data?.tournaments.nodes).toHaveLength(1);
    expect(seen[0]?.url).toMatch(/^\/graphql\?documentId=TournamentsPage&variables=[^&]*$/);
  });
});
