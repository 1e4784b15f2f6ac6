// The things of which the change feed tells, by kind and key, and which of them belong to which.
import { columnsOf, tableOf } from '../one-statement/model.js';

export const THING_KINDS = ['club', 'player', 'tournament', 'battle'] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/** Restricts the feed to this thing and what belongs to it. */
export type Within = { kind: 'tournament' | 'club' | 'player'; key: string };

const b = columnsOf('Battle', 'b');
const t = columnsOf('Tournament', 't');
const c = columnsOf('ClubBattle', 'c');
const s = columnsOf('BattleSide', 's');
const BATTLES = `${tableOf('Battle')} b`;

const ALL: Record<ThingKind, string> = {
  club: `SELECT ${columnsOf('Club', 'k').slug} AS "key" FROM ${tableOf('Club')} k`,
  player: `SELECT ${columnsOf('Player', 'p').id} AS "key" FROM ${tableOf('Player')} p`,
  tournament: `SELECT ${t.slug} AS "key" FROM ${tableOf('Tournament')} t`,
  battle: `SELECT ${b.id} AS "key" FROM ${BATTLES}`,
};

/** The keys of the things that belong to `whole`, without `whole` itself. */
export const BELONGING: Record<Within['kind'], Partial<Record<ThingKind, (whole: string) => string>>> = {
  tournament: { battle: (whole) => `${ALL.battle} WHERE ${b.tournamentSlug} = ${whole}` },
  club: {
    tournament: (whole) => `${ALL.tournament} WHERE ${t.clubSlug} = ${whole}`,
    battle: (whole) => `SELECT ${c.battleId} AS "key" FROM ${tableOf('ClubBattle')} c WHERE ${c.clubSlug} = ${whole}`,
  },
  player: {
    battle: (whole) =>
      `SELECT DISTINCT ${s.battleId} AS "key" FROM ${tableOf('BattleSide')} s WHERE ${s.playerId} = ${whole}`,
  },
};

export function belongs(kind: ThingKind, within: Within | null): boolean {
  return within === null || kind === within.kind || BELONGING[within.kind][kind] !== undefined;
}

/** The keys of the things of a kind that belong to `within`, whose key is the parameter `whole`. */
export function keysOf(kind: ThingKind, within: Within | null, whole: string): string {
  if (within === null) return ALL[kind];
  return BELONGING[within.kind][kind]?.(whole) ?? `SELECT ${whole}::text AS "key"`;
}
