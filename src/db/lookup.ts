// Whether something exists for callers, by its public key.
import type { Sql } from './sql.js';
import { battleIsVisible, playerIsVisible, tournamentIsVisible } from './visibility.js';

const lookups = {
  Tournament: `SELECT FROM "tournament" t WHERE t."slug" = $1 AND ${tournamentIsVisible('t')}`,
  Club: `SELECT FROM "club" c WHERE c."slug" = $1`,
  Player: `SELECT FROM "player" p WHERE p."id" = $1 AND ${playerIsVisible('p')}`,
  Battle: `SELECT FROM "battle" b WHERE b."id" = $1 AND ${battleIsVisible('b')}`,
};

export async function isVisible(sql: Sql, what: keyof typeof lookups, key: string): Promise<boolean> {
  // PostgreSQL has no NUL character, and no key has one.
  return !key.includes('\0') && (await sql.query(lookups[what], [key])).length > 0;
}
