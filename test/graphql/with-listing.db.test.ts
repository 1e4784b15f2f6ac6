import { beforeAll, describe, expect, test } from 'vitest';
import { listingWorld } from '../rest/listing-world.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { load, player, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;
beforeAll(async () => {
  await load(db, [
    ...listingWorld,
    tournament({ slug: 'secret-clash', published: false, participants: ['Di'] }),
    player('p-gone', { name: 'Gone' }),
  ]);
  await db.sql.query(`UPDATE "player" SET "name" = NULL, "removed" = true WHERE "id" = 'p-gone'`);
  app = await createTestApp(db);
});

const NODES = '{ nodes { __typename } nextCursor }';

/** A thing that is asked for one listing, as what is inside it says. */
const ASKED: Record<string, [of: string, inside: string]> = {
  'battles of a club': ['club(slug: "northern-legion")', `battles(first: 2) ${NODES}`],
  'under another name': ['club(slug: "northern-legion")', `fought: battles(first: 2) ${NODES}`],
  'with the usual size': ['club(slug: "northern-legion")', `battles ${NODES}`],
  'in a fragment': ['club(slug: "northern-legion")', `... on Club { ...Listed }`],
  'between two days': ['club(slug: "northern-legion")', `tournaments(from: "2026-05-02", to: "2026-06-01") ${NODES}`],
  'with what is counted': ['club(slug: "northern-legion")', 'battles(first: 1) { totalCount }'],
  'of a club without any': ['club(slug: "other-club")', `battles ${NODES}`],
  'of an unknown club': ['club(slug: "nowhere")', `battles ${NODES}`],
  'of a club no key can name': ['club(slug: "a\\u0000b")', `battles ${NODES}`],
  'of an unpublished tournament': ['tournament(slug: "secret-clash")', `participants ${NODES}`],
  'battles of an unpublished tournament': ['tournament(slug: "secret-clash")', `battles ${NODES}`],
  'participants of a tournament': [
    'tournament(slug: "spring-clash")',
    'participants(first: 2) { nodes { name dropped } }',
  ],
  'battles of a tournament': ['tournament(slug: "spring-clash")', 'battles { nodes { winner players { name } } }'],
  'battles of a player': ['player(id: "p-1")', `battles(first: 2) ${NODES}`],
  'participations of a player': ['player(id: "p-1")', 'participations { nodes { name tournament { name } } }'],
  'of a removed player': ['player(id: "p-gone")', `battles ${NODES}`],
  'of an unknown player': ['player(id: "nobody")', `participations ${NODES}`],
  'with the cursor of another listing': ['club(slug: "northern-legion")', `battles(after: $foreign) ${NODES}`],
  'of an unknown club, with such a cursor': ['club(slug: "nowhere")', `battles(after: $foreign) ${NODES}`],
  'not at all': ['club(slug: "northern-legion")', `battles @include(if: false) ${NODES}`],
  'not at all, of an unknown club': ['club(slug: "nowhere")', `battles @skip(if: true) ${NODES}`],
  'not at all, by its fragment': ['club(slug: "nowhere")', `... on Club @include(if: false) { battles ${NODES} }`],
};

async function answer(of: string, inside: string) {
  const { body } = await app.graphql('{ clubs(first: 1) { nextCursor } }');
  const fragment = `fragment Listed on Club { battles(first: 1) ${NODES} }`;
  const document = `query ($foreign: String) { thing: ${of} { ${inside} } } ${fragment}`;
  const used = inside.includes('...Listed') ? document : document.replace(fragment, '');
  return app.graphql(used.includes('$foreign)') ? used : used.replace('($foreign: String)', ''), {
    foreign: body.data.clubs.nextCursor,
  });
}

describe('what is asked for one listing only is answered as if more were asked for', () => {
  test.each(Object.entries(ASKED))('%s', async (_title, [of, inside]) => {
    const alone = await answer(of, inside);
    const { status, body } = await answer(of, `${inside} __typename`);
    if (body.data?.thing) delete body.data.thing.__typename;
    for (const { locations } of [...(alone.body.errors ?? []), ...(body.errors ?? [])])
      expect(locations).toHaveLength(1);
    expect(alone).toStrictEqual({ status, body });
  });

  test('the cases have answers, unknown things and refusals', async () => {
    const answers = await Promise.all(Object.values(ASKED).map(([of, inside]) => answer(of, inside)));
    const told = answers.map(({ body }) => body.errors?.[0].message ?? 'answered');
    expect(new Set(told)).toStrictEqual(
      new Set(['answered', 'Club not found', 'Tournament not found', 'Player not found', 'Invalid after']),
    );
  });
});

test.each([
  ['club(slug: "northern-legion")', `battles ${NODES}`, 1],
  ['club(slug: "nowhere")', `battles ${NODES}`, 1],
  ['club(slug: "northern-legion")', `slug battles ${NODES}`, 2],
  ['player(id: "p-1")', `battles ${NODES}`, 1],
])('%s { %s } takes %i statements', async (of, inside, count) => {
  const statements = await statementsOf(() => app.graphql(`{ ${of} { ${inside} } }`));
  expect(statements.filter((text) => !text.includes('"api_key"'))).toHaveLength(count);
});
