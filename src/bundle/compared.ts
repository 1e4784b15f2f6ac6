// What an import compares: of each noun and part the staged rows and those of the database, both with the fields of the
// record as columns, in the form of an export. The texts of lists that a removal takes along are not compared.

import type { RecordType } from '@battle-results/bundle-format/record';
import { type Field, fieldsOf, KEYS, type Part, snakeCase } from './fields.js';
import { listOf } from './merge.js';
import { stagedValue } from './staging.js';

/** Two relations: "key" is that of the record, `item` tells its parts apart; staged rows have their "line" too. */
export type Compared = { item: string[]; fields: Field[]; now: string; was: string };

export function comparedRecords(type: RecordType): Compared {
  const key = KEYS[type];
  const fields = fieldsOf(type).filter(({ name }) => name !== key);
  const name = type === 'player' ? { name: 'CASE WHEN s."removed" IS NOT TRUE THEN s."name" END' } : {};
  return {
    item: [],
    fields,
    now: `SELECT s."line", s."${key}" AS "key"${columns(fields, name, stagedValue)} FROM "staged_${type}" s`,
    was: `SELECT c."${snakeCase(key)}" AS "key"${columns(fields, {}, storedValue)} FROM "${snakeCase(type)}" c
      WHERE ${type === 'faction' ? 'c."loaded"' : 'true'}`,
  };
}

/** Parts of the tournaments that both have; those of the database have the line of their tournament. */
export function comparedParts(part: Exclude<Part, 'side'>): Compared {
  const { item, table = part, now = {}, was = {}, joined = '', joining = '' } = PARTS[part];
  const fields = [...fieldsOf(part).filter(({ name }) => !item.includes(name)), ...(part === 'stage' ? [ORDER] : [])];
  const keys = fieldsOf(part).filter(({ name }) => item.includes(name));
  const all = [...keys, ...fields];
  return {
    item,
    fields,
    now: `SELECT s."line", s."owner" AS "key"${columns(all, now, stagedValue)} FROM "staged_${part}" s ${joining}
      WHERE s."owner" IN (SELECT "slug" FROM "tournament")`,
    was: `SELECT o."line", o."slug" AS "key"${columns(all, was, storedValue)}
      FROM "staged_tournament" o JOIN "${table}" c ON c."tournament_slug" = o."slug" ${joined}`,
  };
}

/** Sides of the battles that both have, by position. */
export function comparedSides(): Compared {
  const fields = fieldsOf('side');
  const named = { name: 'CASE WHEN s."playerId" IS NULL THEN s."name" END' };
  const stored = {
    entry: 'p."entry"',
    playerId: 'CASE WHEN p."id" IS NULL THEN c."player_id" END',
    name: 'CASE WHEN p."id" IS NULL AND c."player_id" IS NULL THEN c."name" END',
  };
  const gone = (owner: string, at: string) => `LEFT JOIN "gone_side" g ON g."owner" = ${owner} AND g."ordinal" = ${at}`;
  const list = (of: string) => ({ list: listOf('g."owner" IS NOT NULL', `${of}."list"`) });
  return {
    item: ['position'],
    fields,
    now: `SELECT s."line", s."owner" AS "key", s."ordinal" AS "position"${columns(fields, { ...named, ...list('s') }, stagedValue)}
      FROM "staged_side" s ${gone('s."owner"', 's."ordinal"')}`,
    was: `SELECT c."battle_id" AS "key", c."position"${columns(fields, { ...stored, ...list('c') }, storedValue)}
      FROM "battle_side" c LEFT JOIN "participant" p ON p."id" = c."participant_id" ${gone('c."battle_id"', 'c."position"')}`,
  };
}

/** Who is a removed player once the import is done: players, and the sides that they played. */
export const GONE = `"gone" AS MATERIALIZED (
    SELECT s."id" FROM "staged_player" s WHERE s."removed"
    UNION ALL
    SELECT p."id" FROM "player" p WHERE p."removed" AND NOT EXISTS (SELECT FROM "staged_player" s WHERE s."id" = p."id")
  )`;
export const GONE_SIDES = `${GONE}, "gone_side" AS MATERIALIZED (
    SELECT s."owner", s."ordinal" FROM "gone" g JOIN "staged_side" s ON s."playerId" = g."id"
    UNION ALL
    SELECT s."owner", s."ordinal" FROM (
      SELECT s."owner" AS "tournament", s."entry" FROM "gone" g JOIN "staged_participant" s ON s."playerId" = g."id"
      UNION ALL
      SELECT p."tournament_slug", p."entry" FROM "gone" g JOIN "participant" p ON p."player_id" = g."id"
      WHERE NOT EXISTS (SELECT FROM "staged_tournament" t WHERE t."slug" = p."tournament_slug")
    ) AS e JOIN "staged_battle" b ON b."tournament" = e."tournament"
    JOIN "staged_side" s ON s."owner" = b."id" AND s."entry" = e."entry"
  )`;

type Values = Record<string, string>;
type PartSource = { item: string[]; table?: string; now?: Values; was?: Values; joining?: string; joined?: string };

const ofEntry = (alias: string, id: string) => `LEFT JOIN "participant" ${alias} ON ${alias}."id" = c."${id}"`;
const listOfParticipant = (of: string) => ({ list: listOf('g."id" IS NOT NULL', `${of}."list"`) });

const PARTS: Record<Exclude<Part, 'side'>, PartSource> = {
  organizer: { item: ['playerId'], table: 'tournament_organizer' },
  stage: {
    item: ['id'],
    now: { order: 's."ordinal"' },
    was: { order: 'row_number() OVER (PARTITION BY c."tournament_slug" ORDER BY c."position")' },
  },
  team: { item: ['name'] },
  participant: {
    item: ['entry'],
    now: { name: 'CASE WHEN s."playerId" IS NULL THEN s."name" END', ...listOfParticipant('s') },
    was: { name: 'CASE WHEN c."player_id" IS NULL THEN c."name" END', ...listOfParticipant('c') },
    joining: 'LEFT JOIN "gone" g ON g."id" = s."playerId"',
    joined: `LEFT JOIN "staged_participant" n ON n."owner" = o."slug" AND n."entry" = c."entry"
      LEFT JOIN "gone" g ON g."id" = n."playerId"`,
  },
  match: {
    item: ['stage', 'roundNumber', 'table'],
    table: 'bracket_match',
    was: {
      players: `CASE WHEN c."first_id" IS NULL THEN '{}' ELSE ARRAY[a."entry", b."entry"] END`,
      winner: 'w."entry"',
    },
    joined: `${ofEntry('a', 'first_id')} ${ofEntry('b', 'second_id')} ${ofEntry('w', 'winner_id')}`,
  },
};

/** Stages have one order, whatever the numbers of their positions. */
const ORDER: Field = { name: 'order', column: 'position', type: 'int', absent: null };

const storedValue = ({ column }: Field) => `c."${column}"`;

function columns(fields: Field[], values: Values, otherwise: (field: Field) => string): string {
  return fields.map((field) => `, ${values[field.name] ?? otherwise(field)} AS "${field.name}"`).join('');
}
