import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { OperationError } from '../../src/operations/operation-files.js';
import { readPersistedOperations } from '../../src/operations/persisted.js';
import { readSiteOperations } from '../../src/site/site-operations.js';

const folder = mkdtempSync(join(tmpdir(), 'website-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The operations read at a start with exactly these files. */
function read(files: Record<string, string>) {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return readPersistedOperations(schema, pathToFileURL(`${folder}/`));
}

describe('the operations of the website', () => {
  test('are those of the pages, and of what pages are for programs', () => {
    expect(readSiteOperations().map(({ name }) => name)).toStrictEqual([
      'BattlePage',
      'Calendar',
      'ClubCalendar',
      'ClubPage',
      'ClubsPage',
      'FactionPage',
      'FactionsPage',
      'Feed',
      'HomePage',
      'MethodPage',
      'OpponentsPage',
      'PairingPage',
      'ParticipantsPage',
      'PlayerBattlesPage',
      'PlayerPage',
      'PlayersPage',
      'RatingsPage',
      'SearchPage',
      'Sitemap',
      'SitemapPart',
      'StagePage',
      'TournamentBattlesPage',
      'TournamentCalendar',
      'TournamentPage',
      'TournamentsPage',
    ]);
  });
});

describe('reading operations', () => {
  test('gives each the fragments it uses, of whatever file, and the SHA-256 of its text', () => {
    const operations = read({
      'a.graphql': 'query A($id: ID!) { player(id: $id) { ...Name } } # said aside',
      'b.graphql': 'fragment Name on Player { name } query B { clubs { nextCursor } }',
    });
    expect(operations.map(({ document, ...rest }) => rest)).toStrictEqual([
      {
        name: 'A',
        text: 'query A($id: ID!) {\n  player(id: $id) {\n    ...Name\n  }\n}\n\nfragment Name on Player {\n  name\n}',
        hash: 'f3fc4bc06f2cede60acfa7d7d436b1cd6c127fe0b388386cb8c0499b44cce54e',
      },
      {
        name: 'B',
        text: 'query B {\n  clubs {\n    nextCursor\n  }\n}',
        hash: 'e96419de755ef91f1b34261217d61e5c77bcdd4c2c4b09e854011362908c235e',
      },
    ]);
  });

  test.each<[what: string, files: Record<string, string>, said: string[]]>([
    ['a syntax error', { 'a.graphql': 'query A {' }, ['Syntax Error', 'a.graphql:1:10']],
    [
      'an unknown field',
      { 'a.graphql': 'query A { clubs { nodes { colour } } }' },
      ['Cannot query field "colour" on type "Club".', 'a.graphql:1:27'],
    ],
    [
      'a missing fragment',
      { 'a.graphql': 'query A { clubs { ...Page } }' },
      ['Unknown fragment "Page".', 'a.graphql:1:22'],
    ],
    [
      'an unused fragment',
      { 'a.graphql': 'query A { clubs { nextCursor } }', 'b.graphql': 'fragment F on Club { name }' },
      ['Fragment "F" is never used.', 'b.graphql:1:1'],
    ],
    [
      'two operations of one name',
      { 'a.graphql': 'query A { clubs { nextCursor } }', 'b.graphql': 'query A { clubs { nextCursor } }' },
      ['There can be only one operation named "A".', 'a.graphql:1:7', 'b.graphql:1:7'],
    ],
    [
      'an unused variable',
      { 'a.graphql': 'query A($first: Int) { clubs { nextCursor } }' },
      ['Variable "$first" is never used in operation "A".', 'a.graphql:1:9'],
    ],
    ['an operation without a name', { 'a.graphql': '{ clubs { nextCursor } }' }, ['in a.graphql has no name']],
  ])('refuses %s and names the file', (_what, files, said) => {
    let message = '';
    try {
      read(files);
    } catch (error) {
      expect(error).toBeInstanceOf(OperationError);
      message = (error as Error).message;
    }
    expect(said.filter((words) => !message.includes(words))).toStrictEqual([]);
  });
});
