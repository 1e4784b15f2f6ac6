import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { createOpenapi } from '../../src/rest/openapi.js';
import { readRoutes } from '../../src/rest/routes.js';

const document = createOpenapi(readRoutes(schema))('https://api.battles.example');

// biome-ignore lint/suspicious/noExplicitAny: the document is compared with literals.
type Loose = any;
const operation = (path: string): Loose => document.paths[`/api/v1${path}`]?.get;
const component = (name: string): Loose => document.components.schemas[name];

async function lint(source: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(source), config });
  return problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId} ${message}`);
}

describe('the OpenAPI document', () => {
  test('passes the strict linter with no error and no warning', async () => {
    expect(await lint(document)).toStrictEqual([]);
  });

  test('says whom to ask, and what is true of every value', () => {
    expect(document.info).toMatchObject({ contact: { name: 'Battle results', url: 'https://api.battles.example' } });
    const cursor = operation('/tournaments').parameters.find(({ name }: { name: string }) => name === 'cursor');
    expect(cursor.schema).toStrictEqual({ type: 'string', minLength: 1 });
    for (const name of ['Tournament', 'Club', 'Battle']) {
      expect(component(name).properties.url).toMatchObject({ type: 'string', format: 'uri' });
    }
    expect(component('Battle').properties.players).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 });
  });

  test('says of each group of routes what they are about', () => {
    const { tags, paths } = document as Loose;
    expect(tags.map(({ name }: Loose) => name).slice(0, 2)).toStrictEqual(['Tournaments', 'Clubs']);
    for (const [type, name] of Object.entries({
      Tournament: 'Tournaments',
      Club: 'Clubs',
      Battle: 'Battles',
      Player: 'Users',
    })) {
      expect(tags).toContainEqual({ name, description: schema.getType(type)?.description });
    }
    expect(tags).toContainEqual({ name: 'Ratings', description: expect.stringMatching(/^\w.{10,}$/) });
    expect(paths['/api/v1/search'].get.tags).toStrictEqual(['Search']);
    expect(JSON.stringify(document)).not.toMatch(/beyond the specification/i);
    expect((document as Loose).info.description).not.toContain('pg_');
  });

  test('needs a key everywhere', () => {
    expect(document).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    });
  });

  test('tells optional keys from nullable ones', () => {
    const { required, properties } = component('BattlePlayer');
    expect(required).toStrictEqual([
      ...['player', 'playerId', 'faction', 'subFaction', 'outcome', 'battlePoints', 'victoryPoints'],
      ...['drops', 'role', 'metrics'],
    ]);
    expect(properties.objectivePoints.type).toBe('integer');
    expect(properties.grandStrategy.type).toStrictEqual(['string', 'null']);
    expect(properties.outcome.enum).toStrictEqual(['win', 'loss', 'draw', null]);
    expect(component('Stage').required).toStrictEqual(['id', 'name', 'type']);
    expect(component('Participant').properties.list.anyOf).toStrictEqual([
      { $ref: '#/components/schemas/ArmyList' },
      { type: 'null' },
    ]);
  });

  test('has list and rounds only on the players of a single battle', () => {
    expect(Object.keys(component('BattlePlayerDetail').properties).slice(-2)).toStrictEqual(['list', 'rounds']);
    expect(Object.keys(component('BattlePlayer').properties)).not.toContain('list');
  });

  test('has every error with the message that is given', () => {
    const { 404: notFound, 400: badRequest } = operation('/tournaments/{slug}/participants').responses;
    expect(notFound.content['application/json'].examples).toStrictEqual({
      tournamentNotFound: { value: { error: { status: 404, message: 'Tournament not found', code: 'NOT_FOUND' } } },
    });
    expect(Object.keys(badRequest.content['application/json'].examples)).toStrictEqual([
      'limitNotPositive',
      'limitTooLarge',
      'invalidCursor',
      'badEncoding',
    ]);
  });

  test('limits the dates of listings to a year, and not those of statistics', () => {
    const named = (path: string) => Object.keys(operation(path).responses[400].content['application/json'].examples);
    expect(named('/tournaments')).toEqual(expect.arrayContaining(['datesOutOfOrder', 'dateRangeTooLong']));
    for (const path of ['/statistics/factions', '/statistics/matchups']) {
      expect(named(path)).toContain('datesOutOfOrder');
      expect(named(path)).not.toContain('dateRangeTooLong');
    }
  });

  test('has for changes of one thing that it may be of any of three', () => {
    const { 404: notFound } = operation('/changes').responses;
    expect(Object.keys(notFound.content['application/json'].examples)).toStrictEqual([
      'tournamentNotFound',
      'clubNotFound',
      'playerNotFound',
    ]);
  });

  test('shows the GraphQL operation behind each route', () => {
    expect(operation('/clubs/{slug}')['x-graphql']).toEqual({
      name: 'Club',
      query: [
        'query Club($slug: String!) {\n  data: club(slug: $slug) {\n    ...ClubBody\n  }\n}\n\n',
        'fragment ClubBody on Club {\n  slug\n  name\n  description\n  city\n  country\n',
        '  members\n  website\n  url\n}',
      ].join(''),
      variables: { slug: 'northern-legion' },
    });
  });
});
