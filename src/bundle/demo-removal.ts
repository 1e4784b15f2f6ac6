// Removes the demo world from a database that may also hold an operator's data.

import type { RecordType } from '@battle-results/bundle-format/record';
import type { Sql } from '../db/sql.js';
import { DEMO_KEY, hashKey } from '../key.js';
import { DEMO_ACCOUNT } from './data-owner.js';
import { KEYS, snakeCase } from './fields.js';

const TIES_MAX = 20;

/** References between the demo world and other records, in either direction, as text; at most TIES_MAX. */
export async function findDemoTies(sql: Sql): Promise<string[]> {
  const ties = await sql.query<{ tie: string }>(`
    SELECT DISTINCT format('%s %s%s has %s %s%s', e."type", e."key", CASE WHEN d."key" IS NOT NULL THEN ${OF_DEMO} END,
      e."other", e."otherKey", CASE WHEN o."key" IS NOT NULL THEN ${OF_DEMO} END) AS "tie"
    FROM (${references.join(' UNION ALL ')}) AS e
    LEFT JOIN "demo_record" d ON d."type" = e."type" AND d."key" = e."key"
    LEFT JOIN "demo_record" o ON o."type" = e."other" AND o."key" = e."otherKey"
    WHERE e."otherKey" IS NOT NULL AND (d."key" IS NULL) <> (o."key" IS NULL)
    ORDER BY "tie" LIMIT ${TIES_MAX + 1}`);
  return ties.map(({ tie }, index) => (index < TIES_MAX ? tie : '... and more'));
}

/** Removes only records of the demo world, and its API key. The account stays while it has other keys. */
export async function removeDemoWorld(sql: Sql): Promise<void> {
  const brought = (type: RecordType) => `(SELECT "key" FROM "demo_record" WHERE "type" = '${type}')`;
  await sql.query(`DELETE FROM "bracket_match" WHERE "tournament_slug" IN ${brought('tournament')}`);
  for (const type of ['battle', 'tournament', 'player', 'club', 'battlePack', 'faction'] as const) {
    await sql.query(`DELETE FROM "${snakeCase(type)}" WHERE "${KEYS[type]}" IN ${brought(type)}`);
  }
  await sql.query(`DELETE FROM "demo_record"`);
  await sql.query(`DELETE FROM "api_key" WHERE "hash" = $1`, [hashKey(DEMO_KEY)]);
  await sql.query(
    `DELETE FROM "account" a WHERE a."name" = $1
      AND NOT EXISTS (SELECT FROM "api_key" k WHERE k."account_name" = a."name")`,
    [DEMO_ACCOUNT],
  );
}

const OF_DEMO = `' of the demo world'`;

/** Every reference from one record to another, including those in the tables of parts. */
const references = [
  reference('tournament', '"slug"', 'club', '"club_slug"', '"tournament"'),
  reference('tournament', '"slug"', 'battlePack', '"battle_pack"', '"tournament"'),
  reference('tournament', '"tournament_slug"', 'player', '"player_id"', '"tournament_organizer"'),
  reference('tournament', '"tournament_slug"', 'player', '"player_id"', '"participant"'),
  reference('tournament', '"tournament_slug"', 'club', '"club_slug"', '"participant"'),
  reference('tournament', '"tournament_slug"', 'club', '"club_slug"', '"team"'),
  reference('tournament', '"tournament_slug"', 'battle', '"battle_id"', '"bracket_match"'),
  reference('battle', '"id"', 'tournament', '"tournament_slug"', '"battle"'),
  reference('battle', '"id"', 'battlePack', '"battle_pack"', '"battle"'),
  reference('battle', '"id"', 'club', '"club_slug"', '"battle"'),
  reference('battle', '"battle_id"', 'player', '"player_id"', '"battle_side"'),
];

function reference(type: RecordType, key: string, other: RecordType, otherKey: string, table: string): string {
  return `SELECT '${type}' AS "type", ${key} AS "key", '${other}' AS "other", ${otherKey} AS "otherKey" FROM ${table}`;
}
