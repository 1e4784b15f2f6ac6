// Text of a line to a complete record, or to the problems it has. Looks at one line alone; what refers to other
// lines or to the database is checked in references.ts.
import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import { orList, type Problem } from './problem.js';
import { type ArmyListRecord, type BundleRecord, recordSchemas, STAGE_ID_PATTERN } from './record.js';
import { recordRules } from './record-rules.js';

const validators = new Map(Object.entries(recordSchemas).map(([type, schema]) => [type, Compile(schema)]));

export type Checked = { record: BundleRecord; problems: [] } | { record: null; problems: Problem[] };

export function checkLine(text: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused([{ path: '', message: `is not JSON: ${(error as Error).message}` }]);
  }
  return checkRecord(value);
}

export function checkRecord(value: unknown): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused([{ path: '', message: 'must be a JSON object' }]);
  }
  const validator = validators.get((value as { type?: string }).type ?? '');
  if (!validator) return refused([{ path: 'type', message: `must be ${orList(Object.keys(recordSchemas))}` }]);
  if (!validator.Check(value)) {
    return refused(validator.Errors(value).flatMap(problemOf));
  }
  const record = complete(value as BundleRecord);
  const problems = recordRules(record);
  return problems.length > 0 ? refused(problems) : { record, problems: [] };
}

function refused(problems: Problem[]): Checked {
  return { record: null, problems };
}

function problemOf({ keyword, instancePath, params }: TLocalizedValidationError): Problem[] {
  const path = readablePath(instancePath);
  const says = params as Record<string, unknown>;
  switch (keyword) {
    case 'required':
      return (says.requiredProperties as string[]).map((key) => ({ path: join(path, key), message: 'is missing' }));
    case 'additionalProperties':
      return (says.additionalProperties as string[]).map((key) => ({
        path: join(path, key),
        message: 'is not a known key',
      }));
    case 'boolean':
      return []; // Said again by additionalProperties.
    case 'enum':
      return [{ path, message: `must be ${orList(says.allowedValues as unknown[])}` }];
    case 'type':
      return [
        { path, message: `must be ${orList([says.type].flat().map((type) => TYPE_NAMES[String(type)] ?? type))}` },
      ];
    case 'format':
      return [{ path, message: 'must be a date in the form YYYY-MM-DD' }];
    case 'pattern':
      return [{ path, message: says.pattern === STAGE_ID_PATTERN ? STAGE_ID_RULE : KEY_RULE }];
    case 'minimum':
      return [{ path, message: `must be at least ${says.limit}` }];
    case 'maximum':
      return [{ path, message: `must be at most ${says.limit}` }];
    case 'minItems':
      return [{ path, message: `must have at least ${says.limit}` }];
    case 'maxItems':
      return [{ path, message: `must have at most ${says.limit}` }];
    case 'minLength':
      return [{ path, message: 'must not be empty' }];
    case 'uniqueItems':
      return [{ path, message: 'must not repeat a value' }];
    default:
      return [{ path, message: `is not valid (${keyword})` }];
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
};
const KEY_RULE = 'must be one word of at most 200 characters, without / ? # %';
const STAGE_ID_RULE = 'must be standings, swiss, knockout, placement-swiss, or placement- and a band such as 3 or 5-8';

/** "/stages/1/type" to "stages[1].type" */
function readablePath(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), '');
}

function join(path: string, key: string): string {
  return path ? `${path}.${key}` : key;
}

/** Lists and rounds are stored whole, so what the writer left out is filled in here. */
function complete(record: BundleRecord): BundleRecord {
  if (record.type === 'tournament') {
    for (const participant of record.participants ?? []) completeList(participant);
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
const EMPTY_ROUND = {
  round: 1,
  victoryPoints: 0,
  objectivePoints: 0,
  objectives: [],
  battleTactic: null,
  battleTacticScored: false,
  priority: false,
  metrics: {},
};
