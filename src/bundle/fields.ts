// Column and SQL type of each record field, derived from the record's schema. Staging, merge and export use this list,
// so that a new field is only added in record.ts.

import { type RecordType, recordSchemas } from '@battle-results/bundle-format/record';
import { TEAM_TIE_BREAKERS } from '@battle-results/bundle-format/team-tie-breaker';
import { TIE_BREAKERS } from '@battle-results/bundle-format/tie-breaker';

export type Field = {
  /** Name in the record, and of the column in its staging table. */
  name: string;
  column: string;
  type: string;
  /** SQL of the default for an omitted field; null means NULL. */
  absent: string | null;
  /** True for fields that belong to an army list: the database has them in `withheld` while lists are not shown. */
  withheld?: boolean;
};

/** Elements of an array in a record that are stored in a table of their own. */
export type Part = 'organizer' | 'stage' | 'team' | 'participant' | 'match' | 'side';

/** The field that identifies a record. */
export const KEYS: Record<RecordType, string> = {
  club: 'slug',
  player: 'id',
  battlePack: 'name',
  faction: 'slug',
  tournament: 'slug',
  battle: 'id',
};

export const PART_OF_ARRAY: Record<string, Part> = {
  organizers: 'organizer',
  stages: 'stage',
  teams: 'team',
  participants: 'participant',
  bracketMatches: 'match',
  sides: 'side',
};

type Schema = { type?: string | string[]; format?: string; enum?: unknown[]; const?: string; items?: ObjectSchema };
type ObjectSchema = Schema & { properties?: Record<string, Schema>; required?: string[] };

/** Arrays of a record type, and the part that each one holds. */
export function partsOf(type: RecordType): { array: string; part: Part }[] {
  return Object.keys(recordSchemas[type].properties).flatMap((array) => {
    const part = PART_OF_ARRAY[array];
    return part ? [{ array, part }] : [];
  });
}

export function fieldsOf(noun: RecordType | Part): Field[] {
  const { properties = {}, required = [] } = schemaOf(noun);
  return Object.entries(properties)
    .filter(([name, schema]) => schema.const === undefined && !(name in PART_OF_ARRAY))
    .map(([name, schema]) => {
      const type = sqlType(name, schema);
      const mayBeNull = [schema.type].flat().includes('null') || schema.enum?.includes(null);
      const isList = schema.items?.properties !== undefined;
      const absent = required.includes(name) || mayBeNull ? null : isList ? `'[]'` : (ABSENT[type] ?? null);
      const withheld = WITHHELD[noun]?.includes(name) ?? false;
      return { name, column: REFERENCES[name] ?? snakeCase(name), type, absent, withheld };
    });
}

const WITHHELD: Partial<Record<RecordType | Part, string[]>> = {
  participant: ['list'],
  side: ['faction', 'subFaction', 'list'],
};

/** SQL of a field as it was recorded, whether or not it is shown. */
export function storedValue(alias: string, { name, column, type, withheld }: Field): string {
  const shown = `${alias}."${column}"`;
  if (!withheld) return shown;
  return `coalesce(${shown}, ${alias}."withheld" ${type === 'jsonb' ? '->' : '->>'} '${name}')`;
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function schemaOf(noun: RecordType | Part): ObjectSchema {
  const records = Object.values(recordSchemas) as ObjectSchema[];
  for (const [array, part] of Object.entries(PART_OF_ARRAY)) {
    const items = records.find(({ properties }) => properties?.[array])?.properties?.[array]?.items;
    // Organisers are plain strings; all other parts are objects.
    if (part === noun && items) return items.properties ? items : { properties: { playerId: items } };
  }
  return recordSchemas[noun as RecordType] as ObjectSchema;
}

/** Fields named after another record hold its key. */
const REFERENCES: Record<string, string> = {
  club: 'club_slug',
  tournament: 'tournament_slug',
  stage: 'stage_id',
  team: 'team_name',
  battle: 'battle_id',
};

const ENUM_TYPES: Record<string, string> = { status: 'tournament_status', type: 'stage_type' };
const TYPES: Record<string, string> = { string: 'text', integer: 'int', number: 'float8', boolean: 'boolean' };

function sqlType(name: string, schema: Schema): string {
  if (schema.enum) return ENUM_TYPES[name] ?? snakeCase(name);
  if (schema.format === 'date') return 'date';
  if (schema.items?.enum) return `${snakeCase(name).replace(/s$/, '')}[]`;
  if (schema.items && !schema.items.properties) return `${sqlType(name, schema.items)}[]`;
  return TYPES[[schema.type].flat()[0] ?? ''] ?? 'jsonb';
}

const ABSENT: Record<string, string> = {
  text: `''`,
  int: '0',
  boolean: 'false',
  'text[]': `'{}'`,
  'tie_breaker[]': `'{${TIE_BREAKERS.slice(0, 4).join(',')}}'`,
  'team_tie_breaker[]': `'{${TEAM_TIE_BREAKERS.slice(0, 4).join(',')}}'`,
};
