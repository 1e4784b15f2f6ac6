import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { OperationError } from '../../src/operations/operation-files.js';
import { readPersistedOperations } from '../../src/operations/persisted.js';

const folder = mkdtempSync(join(tmpdir(), 'website-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The operations read at a start with exactly these files. */
function read(files: Record<string, string>) {
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return readPersistedOperations(schema, pathToFileURL(`${folder}/`));
}

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

  test.each<[said: string[], files: Record<string, string>]>([
    [['Syntax Error', 'a.graphql:1:10'], { 'a.graphql': 'query A {' }],
    [
      ['Cannot query field "colour" on type "Club".', 'a.graphql:1:27'],
      { 'a.graphql': 'query A { clubs { nodes { colour } } }' },
    ],
    [['Unknown fragment "Page".', 'a.graphql:1:22'], { 'a.graphql': 'query A { clubs { ...Page } }' }],
    [
      ['Fragment "F" is never used.', 'b.graphql:1:1'],
      { 'a.graphql': 'query A { clubs { nextCursor } }', 'b.graphql': 'fragment F on Club { name }' },
    ],
    [
      ['There can be only one operation named "A".', 'a.graphql:1:7', 'b.graphql:1:7'],
      { 'a.graphql': 'query A { clubs { nextCursor } }', 'b.graphql': 'query A { clubs { nextCursor } }' },
    ],
    [
      ['Variable "$first" is never used in operation "A".', 'a.graphql:1:9'],
      { 'a.graphql': 'query A($first: Int) { clubs { nextCursor } }' },
    ],
    [['in a.graphql has no name'], { 'a.graphql': '{ clubs { nextCursor } }' }],
  ])('refuses %s and names the file', (said, files) => {
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
