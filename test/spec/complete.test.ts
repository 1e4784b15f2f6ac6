// Nothing is answered or asked for that this folder does not name: every key of every body, every path and every
// parameter of the service has its sentence here.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import type { Shape } from '../../src/rest/shape.js';

const FOLDER = new URL('./', import.meta.url);
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.db.test.ts'))
  .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'));
const routes = readRoutes(schema);

describe('every key of a body has a row', () => {
  test.each([...keysByType()])('%s', (type, keys) => {
    const titles = titlesOf(sectionOf(type));
    expect([...keys].filter((key) => !titles.some((title) => title.startsWith(`${key} (`)))).toStrictEqual([]);
  });
});

describe('every path has a file, and every parameter a sentence in it', () => {
  test.each(routes.map(({ path, parameters }) => [path, parameters] as const))('%s', (path, parameters) => {
    const titles = files.map(titlesOf).find((all) => all.some((title) => title.endsWith(` /api/v1${path}`))) ?? [];
    const isNamed = (name: string) =>
      titles.some((title) => title.includes(`\`${name}\``) || title.includes(`{${name}}`));
    expect(titles).not.toStrictEqual([]);
    expect(parameters.map(({ name }) => name).filter((name) => !isNamed(name))).toStrictEqual([]);
  });
});

/** The keys of every object that stands in `data`, or inside of one that does. */
function keysByType(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const addObject = ({ type, fields }: Shape) => {
    const keys = found.get(type.name) ?? new Set();
    found.set(type.name, keys);
    for (const field of fields.flatMap((each) => (each.inline ? each.shapes.flatMap((shape) => shape.fields) : each))) {
      keys.add(field.key);
      field.shapes.forEach(addObject);
    }
  };
  const addBody = ({ fields }: Shape) => {
    for (const { inline, shapes } of fields) shapes.forEach(inline ? addBody : addObject);
  };
  for (const { shape } of routes) addBody(shape);
  // The specification describes it in the row of `tournamentOrganizers`.
  found.delete('TournamentOrganizer');
  return found;
}

/** The text from the heading of a resource to the next heading. */
function sectionOf(type: string): string {
  const sections = files.flatMap((text) => text.split(/^describe\('/m).slice(1));
  return sections.find((section) => headingOf(section) === type.toLowerCase()) ?? '';
}

/** "Board row (standings of a board stage)" is about the type BoardRow. */
function headingOf(section: string): string {
  const [heading = ''] = section.split(/ \(|'/);
  return heading.replaceAll(' ', '').toLowerCase();
}

/** What stands in quotes first on its line, or after `test(`. */
function titlesOf(text: string): string[] {
  const quoted = /(?:^ +|\()(?:'([^']*)'|"([^"]*)"),/gm;
  return [...text.matchAll(quoted)].map(([, single, double]) => single ?? double ?? '');
}
