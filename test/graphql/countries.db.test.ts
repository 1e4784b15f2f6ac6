// A country is found by its codes and by its names in any language that may have been written, whichever the data has.
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { club, load, tournament } from '../support/world.js';

const db = await openTestDb();
const app = await createTestApp(db);
const RECORDED = ['Deutschland', 'Schweiz', 'Svizzera', 'Czechia', 'United Kingdom', 'Ελλάδα', 'Wales'];
await load(
  db,
  RECORDED.flatMap((country, at) => [club({ slug: `c-${at}`, country }), tournament({ slug: `t-${at}`, country })]),
);

test.each([
  [['Germany', 'DE', 'deu', 'Allemagne', 'Niemcy', 'Alemania'], ['Deutschland']],
  [
    ['CH', 'CHE', 'Switzerland', 'Suisse', 'svizzera', 'Szwajcaria'],
    ['Schweiz', 'Svizzera'],
  ],
  [['Česko', 'cz', 'CZE', 'Czech Republic', 'Tschechien'], ['Czechia']],
  [['GBR', 'UK', 'gb', 'Britain', 'Royaume-Uni'], ['United Kingdom']],
  [['Greece', 'GRC', 'Ελλαδα', 'Grèce'], ['Ελλάδα']],
  [['wales'], ['Wales']],
  [['XYZ', 'Atlantis'], []],
])('%j find %j', async (given, found) => {
  for (const country of given) {
    const where = `country: ${JSON.stringify(country)}`;
    const { body } =
      await app.graphql(`{ clubs(${where}) { nodes { country } } tournaments(${where}) { nodes { country } }
      locations(text: ${JSON.stringify(country)}) { country } }`);
    const inOrder = (all: { country: string }[]) => all.map((each) => each.country).toSorted();
    const { clubs, tournaments, locations } = body.data;
    expect([clubs.nodes, tournaments.nodes, locations].map(inOrder)).toStrictEqual([found, found, found]);
    const { data } = await (await app.get(`/api/v1/clubs?country=${encodeURIComponent(country)}`)).json();
    expect(inOrder(data)).toStrictEqual(found);
  }
});
