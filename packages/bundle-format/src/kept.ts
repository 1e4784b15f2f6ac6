// What a line does with what the database has of its record. A club, a player or a battle keeps every field that the
// line leaves out; null empties a field. A tournament's record replaces everything except its battles.
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
