import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { club, tournament } from '../support/world.js';

const { app } = await openTestApp([
  club({
    description: 'We meet on\nTuesdays.',
    city: 'Leeds',
    country: 'United Kingdom',
    members: 42,
    website: 'https://legion.example/',
  }),
  club({ slug: 'élan', name: 'Élan' }),
  club({ slug: 'echo', name: 'echo' }),
  club({ slug: 'zulu', name: 'Zulu' }),
  tournament({
    slug: 'may',
    club: 'northern-legion',
    startDate: '2026-05-02',
    participants: [{ name: 'Ann', club: 'northern-legion' }],
  }),
  tournament({ slug: 'june', club: 'northern-legion', startDate: '2026-06-02' }),
  tournament({ slug: 'undated', club: 'northern-legion' }),
  tournament({ slug: 'hidden', club: 'northern-legion', startDate: '2026-05-03', published: false }),
  tournament({ slug: 'elsewhere', club: 'zulu', startDate: '2026-05-04' }),
  tournament({ slug: 'nobody', startDate: '2026-05-04' }),
]);

const EVERY_FIELD = 'slug name description city country members website url';

test('a club is the same whichever way leads to it, with its description where that is asked for', async () => {
  const { body } = await app.graphql(`{
    club(slug: "northern-legion") { ${EVERY_FIELD} }
    clubs { nodes { ...Every } }
    tournament(slug: "may") {
      organizer { ${EVERY_FIELD} } short: organizer { name } organizer { name }
      participants { nodes { club { ... on Club { ...Every } } } }
    }
  } fragment Every on Club { ${EVERY_FIELD} }`);
  const { club, clubs, tournament } = body.data;
  expect(clubs.nodes.find(({ slug }: { slug: string }) => slug === club.slug)).toStrictEqual(club);
  expect(tournament).toStrictEqual({
    organizer: club,
    short: { name: 'Northern Legion' },
    participants: { nodes: [{ club }] },
  });
});

test('clubs come in alphabetical order whatever case and accents', async () => {
  const { body } = await app.graphql('{ clubs { nodes { name } totalCount nextCursor } }');
  expect(body.data.clubs).toStrictEqual({
    nodes: [{ name: 'echo' }, { name: 'Élan' }, { name: 'Northern Legion' }, { name: 'Zulu' }],
    totalCount: 4,
    nextCursor: null,
  });
});
