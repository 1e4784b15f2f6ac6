// Where each field of a record is kept: its column and the type of that, read from the record's schema. Staging, merge and
// export go by this list, so that a new field is written in record.ts only.
import { TIE_BREAKERS } from '../standings/tie-breaker.js';
import { type RecordType, recordSchemas } from './record.js';

export type Field = {
  /** In the record, and of the column of its staging table. */
  name: string;
  column: string;
  type: string;
  /** SQL of what stands for it when a record leaves it out; null where that is null. */
  absent: string | null;
};

/** What lies in an array of a record and has a table of its own. */
export type Part = 'organizer' | 'stage' | 'participant' | 'match' | 'side';

/** The field by which a record is known. */
export const KEYS: Record<RecordType, string> = {
  club: 'slug',
  player: 'id',
  battlePack: 'name',
  faction: 'slug',
  tournament: 'slug',
  battle: 'id',
};

const PART_OF_ARRAY: Record<string, Part> = {
  organizers: 'organizer',
  stages: 'stage',
  participants: 'participant',
  bracketMatches: 'match',
  sides: 'side',
};

type Schema = { type?: string | string[]; format?: string; enum?: unknown[]; const?: string; items?: ObjectSchema };
type ObjectSchema = Schema & { properties?: Record<string, Schema>; required?: string[] };

/** The array in the record, and what it is an array of. */
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
      const absent = required.includes(name) || mayBeNull ? null : (ABSENT[type] ?? null);
      return { name, column: REFERENCES[name] ?? snakeCase(name), type, absent };
    });
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function schemaOf(noun: RecordType | Part): ObjectSchema {
  const records = Object.values(recordSchemas) as ObjectSchema[];
  for (const [array, part] of Object.entries(PART_OF_ARRAY)) {
    const items = records.find(({ properties }) => properties?.[array])?.properties?.[array]?.items;
    // Organisers are plain strings, everything else is an object.
    if (part === noun && items) return items.properties ? items : { properties: { playerId: items } };
  }
  return recordSchemas[noun as RecordType] as ObjectSchema;
}

/** A field named after another record holds its key. */
const REFERENCES: Record<string, string> = {
  club: 'club_slug',
  tournament: 'tournament_slug',
  stage: 'stage_id',
  battle: 'battle_id',
};

const ENUM_TYPES: Record<string, string> = { status: 'tournament_status', type: 'stage_type' };
const TYPES: Record<string, string> = { string: 'text', integer: 'int', number: 'float8', boolean: 'boolean' };

function sqlType(name: string, schema: Schema): string {
  if (schema.enum) return ENUM_TYPES[name] ?? snakeCase(name);
  if (schema.format === 'date') return 'date';
  if (schema.items?.enum) return 'tie_breaker[]';
  if (schema.items && !schema.items.properties) return `${sqlType(name, schema.items)}[]`;
  return TYPES[[schema.type].flat()[0] ?? ''] ?? 'jsonb';
}

const ABSENT: Record<string, string> = {
  text: `''`,
  int: '0',
  boolean: 'false',
  'text[]': `'{}'`,
  'tie_breaker[]': `'{${TIE_BREAKERS.slice(0, 4).join(',')}}'`,
};
