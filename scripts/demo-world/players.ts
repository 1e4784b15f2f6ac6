import type { ArmyListRecord, PlayerRecord } from '@battle-results/bundle-format/record';
import { clubSlug, SMALL_WORLD_CLUBS } from './clubs.js';
import { playerName } from './names.js';
import { mix } from './random.js';

export const SMALL_WORLD_PLAYERS = 420;
export const PLAYERS_PER_LATER_CLUB = 35;

// Everything about a player is derived from the number, so a world of any size needs no list of players.

export const playerId = (number: number): string => `p-${1001 + number}`;

export const isRemoved = (number: number): boolean => number % 71 === 23;

export function playerRecord(number: number): PlayerRecord {
  const removed = isRemoved(number);
  return { type: 'player', id: playerId(number), name: removed ? null : playerName(number), removed };
}

/** A removed player's list has no text. */
export function listOf(number: number, list: ArmyListRecord): ArmyListRecord {
  return isRemoved(number) ? { ...list, text: '' } : list;
}

/** Between 0 (worst) and 1. */
export const playerSkill = (number: number): number => mix(number + 7_777) / 4294967296;

/** Slug of the player's club. The last of the first clubs has no members, and some players have no club. */
export function homeClub(number: number): string | null {
  if (mix(number + 3) % 4 === 0) return null;
  if (number < SMALL_WORLD_PLAYERS) return clubSlug(number % (SMALL_WORLD_CLUBS - 1));
  return clubSlug(SMALL_WORLD_CLUBS + Math.floor((number - SMALL_WORLD_PLAYERS) / PLAYERS_PER_LATER_CLUB));
}
