// What a line does with what the database has of its record. A club, a player or a battle keeps every field that the
// line leaves out; null empties a field. A tournament's record replaces everything except its battles.
import { TEAM_TIE_BREAKERS } from '../standings/team-tie-breaker.js';
import { TIE_BREAKERS } from '../standings/tie-breaker.js';
import type { Problem } from './problem.js';
import { type BundleRecord, recordSchemas, type SideRecord, sideSchema } from './record.js';

type Fields = Record<string, unknown>;

/** Must be repeated: a line that does not say that a player is removed would bring the player back. */
const NEVER_KEPT = new Set(['removed']);
/** Who played a side is told by one of these, so a line that gives one keeps none of the others. */
const WHO = ['entry', 'playerId', 'name'];

const fieldsIn = (schema: { properties: object }) =>
  Object.keys(schema.properties).filter((name) => !NEVER_KEPT.has(name));
const SIDE_FIELDS = fieldsIn(sideSchema);

/** True if the line leaves out a field that its record would keep. */
export function leavesOut(record: BundleRecord): boolean {
  const isMissing = (of: object, names: string[]) => names.some((name) => (of as Fields)[name] === undefined);
  switch (record.type) {
    case 'club':
    case 'player':
      return isMissing(record, fieldsIn(recordSchemas[record.type]));
    case 'battle':
      return (
        isMissing(record, fieldsIn(recordSchemas.battle)) || record.sides.some((side) => isMissing(side, SIDE_FIELDS))
      );
    default:
      return false;
  }
}

/** `known` is the same record, complete, as the database has it. */
export function withKept(record: BundleRecord, known: BundleRecord): BundleRecord {
  const merged = { ...without(known, [...NEVER_KEPT]), ...record };
  if (merged.type === 'battle' && known.type === 'battle') {
    const [first, second] = merged.sides;
    merged.sides = [sideWithKept(first, known.sides[0]), sideWithKept(second, known.sides[1])];
  }
  return merged;
}

function sideWithKept(side: SideRecord, known: SideRecord | undefined): SideRecord {
  const isNamed = WHO.some((name) => (side as Fields)[name] !== undefined);
  return { ...without(known ?? {}, isNamed ? WHO : []), ...side };
}

const without = <Of extends object>(of: Of, names: string[]): Of =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name))) as Of;

/** The fields that have a value now and would have none. Both records are complete. */
export function emptied(known: unknown, next: unknown, path = ''): Problem[] {
  if (!hasValue(known)) return [];
  if (!hasValue(next)) return isDefault(path, known) ? [] : [{ path, message: 'would be emptied' }];
  if (Array.isArray(known) && Array.isArray(next)) return gone(known, next, path);
  if (typeof known !== 'object' || typeof next !== 'object') return [];
  return Object.entries(known as Fields).flatMap(([name, value]) =>
    emptied(value, (next as Fields)[name], path ? `${path}.${name}` : name),
  );
}

const hasValue = (value: unknown) =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  value !== false &&
  !(Array.isArray(value) && value.length === 0);

const DEFAULTS: Record<string, readonly string[]> = {
  tieBreakers: TIE_BREAKERS.slice(0, 4),
  teamTieBreakers: TEAM_TIE_BREAKERS.slice(0, 4),
};

const isDefault = (path: string, value: unknown) => path in DEFAULTS && String(value) === String(DEFAULTS[path]);

/** Parts are the same if they have the same key; sides have their position. Other lists are compared as a whole. */
function gone(known: unknown[], next: unknown[], path: string): Problem[] {
  const keyOf = PART_KEYS[path];
  if (!keyOf) return [];
  const at = new Map(next.map((part, index) => [keyOf(part as Fields, index), index]));
  return known.flatMap((part, index) => {
    const key = keyOf(part as Fields, index);
    const place = at.get(key);
    const { name = null } = part as Fields;
    return place === undefined
      ? [{ path, message: `would no longer have ${key}${name === null || name === key ? '' : ` (${name})`}` }]
      : emptied(part, next[place], `${path}[${place}]`);
  });
}

const PART_KEYS: Record<string, (part: Fields, index: number) => string> = {
  organizers: (part) => String(part),
  stages: ({ id }) => String(id),
  teams: ({ name }) => String(name),
  participants: ({ entry }) => `entry ${entry}`,
  bracketMatches: ({ stage, roundNumber, table }) => `${stage}, round ${roundNumber}, table ${table}`,
  sides: (_side, index) => `side ${index + 1}`,
};
