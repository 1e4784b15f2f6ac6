// The records of which the change feed tells, by kind and key: which of them belong to which, and which are visible.
import { columnsOf, tableOf } from '../one-statement/model.js';
import { conditionOf, type Given, refuseValue, sourceOf } from '../one-statement/where.js';
import { VISIBLE } from '../read/visibility.js';

/** In the order of the feed. */
export const RECORD_KINDS = ['club', 'player', 'tournament', 'battle'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/** For each kind: its model, which is also its GraphQL type, and the field that is its key. */
export const RECORDS = {
  club: { type: 'Club', by: 'slug' },
  player: { type: 'Player', by: 'id' },
  tournament: { type: 'Tournament', by: 'slug' },
  battle: { type: 'Battle', by: 'id' },
} as const satisfies Record<RecordKind, object>;

/** Restricts the feed to this record and what belongs to it. */
export type Within = { kind: 'tournament' | 'club' | 'player'; key: string };

/** Within a statement: SQL for the key of that record. */
export type Whole = { kind: Within['kind']; key: string } | null;

export const wholeOf = (within: Within | null, given: Given): Whole =>
  within && { kind: within.kind, key: `${given(within.key)}::text` };

const b = columnsOf('Battle', 'b');
const t = columnsOf('Tournament', 't');
const c = columnsOf('ClubBattle', 'c');
const s = columnsOf('BattleSide', 's');

/** The keys of the records that belong to `whole`, without `whole` itself. */
const BELONGING: Record<Within['kind'], Partial<Record<RecordKind, (whole: string) => string>>> = {
  tournament: {
    battle: (whole) => `SELECT ${b.id} AS "key" FROM ${tableOf('Battle')} b WHERE ${b.tournamentSlug} = ${whole}`,
  },
  club: {
    tournament: (whole) => `SELECT ${t.slug} AS "key" FROM ${tableOf('Tournament')} t WHERE ${t.clubSlug} = ${whole}`,
    battle: (whole) => `SELECT ${c.battleId} AS "key" FROM ${tableOf('ClubBattle')} c WHERE ${c.clubSlug} = ${whole}`,
  },
  player: {
    battle: (whole) =>
      `SELECT DISTINCT ${s.battleId} AS "key" FROM ${tableOf('BattleSide')} s WHERE ${s.playerId} = ${whole}`,
  },
};

export function belongs(kind: RecordKind, within: Within | null): boolean {
  return within === null || kind === within.kind || BELONGING[within.kind][kind] !== undefined;
}

/** SQL for the keys of the records of a kind, of those that belong to `whole` if there is one. */
export function keysOf(kind: RecordKind, whole: Whole): string {
  const { type, by } = RECORDS[kind];
  if (whole === null) return `SELECT ${sourceOf(type, 'r').column(by)} AS "key" FROM ${tableOf(type)} r`;
  return BELONGING[whole.kind][kind]?.(whole.key) ?? `SELECT ${whole.key} AS "key"`;
}

/** SQL: whether this record belongs to the whole. The planner would read all that belong first, without OFFSET 0. */
export function isWithin(kind: RecordKind, key: string, whole: Whole): string {
  if (whole === null) return 'true';
  if (kind === whole.kind) return `${key} = ${whole.key}`;
  const keys = BELONGING[whole.kind][kind]?.(whole.key);
  return keys ? `EXISTS (SELECT FROM (${keys}) AS "of" WHERE "of"."key" = ${key} OFFSET 0)` : 'false';
}

/** SQL: whether this record exists and is visible. */
export function isVisible(kind: RecordKind, key: string): string {
  const { type, by } = RECORDS[kind];
  const row = sourceOf(type, '"shown"');
  const condition = conditionOf(row, VISIBLE[type], refuseValue);
  return `EXISTS (SELECT FROM ${tableOf(type)} "shown" WHERE ${row.column(by)} = ${key} AND ${condition} OFFSET 0)`;
}
