// Parses one line into a complete record, or lists its problems. References to other lines or to the database are
// checked in references.ts.
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { DAY_PATTERN, NAME_PATTERN, STAGE_ID_PATTERN } from './field-schema.js';
import { leavesOut } from './kept.js';
import { orList, PROBLEMS_MAX, type Problem } from './problem.js';
import { SHA256_PATTERN } from './provenance-record.js';
import { type ArmyListRecord, BACKUP_TYPES, type BundleRecord, recordSchemas } from './record.js';
import { recordRules } from './record-rules.js';
import { repeatedKeys } from './repeated-keys.js';
import { tooLong } from './too-long.js';
import { LISTS_FROM_PATTERN } from './tournament-record.js';
import { unstorable } from './unstorable.js';

// By default the validator stops after 8 errors, and it reports some of them more than once.
Settings.Set({ maxErrors: PROBLEMS_MAX * 4 });
const validators = new Map(Object.entries(recordSchemas).map(([type, schema]) => [type, Compile(schema)]));

/** A record with problems leaves something out: what the database has of it may settle them. */
export type Checked = { record: BundleRecord | null; problems: Problem[] };

export function checkLine(text: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Newer versions of Node append a position, which would be mistaken for one in the bundle.
    const why = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return refused([{ path: '', message: `is not JSON: ${why}` }]);
  }
  // JSON can write such a character only as an escape, and most lines have none.
  const problems = [...repeatedKeys(text, value), ...(/\\u(?:0000|d[89a-f])/i.test(text) ? unstorable(value) : [])];
  return problems.length > 0 ? refused(problems) : checkRecord(value, COUNTED_OTHERWISE.test(text));
}

/** What may be a mark on the letter before it, or is written as an escape. */
const COUNTED_OTHERWISE = /[\u02ff-\uffff]|\\u/;

/** `hasMarks`: it may have characters of several code points. */
export function checkRecord(value: unknown, hasMarks = true): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused([{ path: '', message: 'must be a JSON object' }]);
  }
  const { type = '' } = value as { type?: string };
  const validator = validators.get(type);
  if (BACKUP_TYPES.some((each) => each === type))
    return refused([{ path: 'type', message: `is ${type}: ${FOR_A_RESTORE}` }]);
  if (!validator) return refused([{ path: 'type', message: `must be ${orList(Object.keys(recordSchemas))}` }]);
  if (!validator.Check(value)) {
    const errors = validator.Errors(value).filter((error) => !isConditional(error));
    if (errors.length > 0) return refused(errors.flatMap((error) => problemOf(error, value)));
  }
  const record = value as BundleRecord;
  const long = hasMarks ? tooLong(record, recordSchemas[record.type]) : [];
  if (long.length > 0) return refused(long);
  const problems = recordRules(record);
  if (leavesOut(record)) return { record, problems };
  return problems.length > 0 ? refused(problems) : { record: complete(record), problems };
}

const FOR_A_RESTORE = 'that is part of a backup, which only npm run restore reads';

/** Conditions between fields are reported by recordRules, in better words. */
function isConditional({ keyword, schemaPath }: TLocalizedValidationError): boolean {
  return keyword === 'if' || /\/(then|else)(\/|$)/.test(schemaPath);
}

function refused(problems: Problem[]): Checked {
  return { record: null, problems };
}

function problemOf({ keyword, instancePath, params }: TLocalizedValidationError, record: object): Problem[] {
  const path = readablePath(instancePath, record);
  const says = params as Record<string, unknown>;
  switch (keyword) {
    case 'required':
      return (says.requiredProperties as string[]).map((key) => ({ path: join(path, key), message: 'is missing' }));
    case 'boolean':
      return [{ path, message: 'is not a known key' }];
    case 'additionalProperties':
    case 'propertyNames':
      return []; // Already reported for each key.
    case 'enum':
      return [{ path, message: `must be ${orList(says.allowedValues as unknown[])}` }];
    case 'type':
      return [{ path, message: `must be ${orList([says.type].flat().flatMap((type) => TYPE_NAMES[String(type)]))}` }];
    case 'format':
      return [{ path, message: DAY_RULE }];
    case 'pattern':
      return [{ path, message: PATTERN_RULES[says.pattern as string] ?? KEY_RULE }];
    case 'minimum':
      return [{ path, message: `must be at least ${says.limit}` }];
    case 'maximum':
      return [{ path, message: `must be at most ${says.limit}` }];
    case 'minItems':
      return [{ path, message: `must have at least ${elements(says.limit)}` }];
    case 'maxItems':
      return [{ path, message: `must have at most ${elements(says.limit)}` }];
    case 'maxLength':
      return [{ path, message: `must be at most ${says.limit} characters` }];
    case 'uniqueItems':
      return [{ path, message: 'must not repeat a value' }];
    default:
      return [{ path, message: `is not valid (${keyword})` }];
  }
}

const elements = (limit: unknown) => (limit === 1 ? '1 element' : `${limit} elements`);

const TYPE_NAMES: Record<string, string[]> = {
  string: ['a string'],
  integer: ['a whole number'],
  number: ['a number'],
  boolean: ['true', 'false'],
  object: ['an object'],
  array: ['an array'],
  null: ['null'],
};
const DAY_RULE = 'must be a date in the form YYYY-MM-DD';
const KEY_RULE = 'must be one word of at most 200 characters, without / ? # % and invisible characters';
const NAME_RULE = 'must not be blank or contain control characters';
const STAGE_ID_RULE = 'must be standings, swiss, knockout, placement-swiss, or placement- and a band such as 3 or 5-8';
const PATTERN_RULES: Record<string, string> = {
  [DAY_PATTERN]: DAY_RULE,
  [STAGE_ID_PATTERN]: STAGE_ID_RULE,
  [NAME_PATTERN]: NAME_RULE,
  [LISTS_FROM_PATTERN]: 'must be a moment in UTC, in the form 2026-11-20T18:00:00Z, or never',
  [SHA256_PATTERN]: 'must be a SHA-256 hash in hex, 64 digits in lower case',
};

/** Converts "/stages/1/type" to "stages[1].type"; the record tells an array from an object with numeric keys. */
function readablePath(pointer: string, record: object): string {
  let path = '';
  let value: unknown = record;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(value) ? `${path}[${key}]` : join(path, key);
    value = (value as Record<string, unknown> | undefined)?.[key];
  }
  return path;
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

/** Lists, rounds and unplayed rounds are stored whole, so omitted fields are filled in here. A moment that has come is none. */
export function complete(record: BundleRecord): BundleRecord {
  if (record.type === 'tournament') {
    if (record.listsFrom && record.listsFrom <= new Date().toISOString()) record.listsFrom = null;
    for (const participant of record.participants ?? []) {
      completeList(participant);
      participant.unplayed = (participant.unplayed ?? []).map((round) => ({ ...EMPTY_UNPLAYED, ...round }));
    }
  } else if (record.type === 'battle') {
    for (const side of record.sides) {
      completeList(side);
      side.rounds = (side.rounds ?? []).map((round) => ({ ...EMPTY_ROUND, ...round }));
    }
  }
  return record;
}

function completeList(owner: { list?: ArmyListRecord | null }) {
  if (owner.list) owner.list = { ...EMPTY_LIST, ...owner.list };
}

const EMPTY_LIST = { faction: '', subFaction: '', points: 0, battleTacticCards: [], text: '' };
const EMPTY_UNPLAYED = { outcome: null, battlePoints: null, victoryPoints: null };
export const EMPTY_ROUND = {
  round: 1,
  victoryPoints: 0,
  objectivePoints: 0,
  objectives: [],
  battleTactic: null,
  battleTacticScored: false,
  priority: false,
  metrics: {},
};
