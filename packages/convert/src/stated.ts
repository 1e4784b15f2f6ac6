// The settings of a tournament on the command line (--set).
import { recordSchemas } from '@battle-results/bundle-format/record';
import { type ByeAward, NOT_STATED, type Stated } from './converter.js';
import { dayIn, lastDayIn } from './spreadsheet/days.js';

const { properties } = recordSchemas.tournament;
const RECORD_FIELDS = Object.keys(properties).filter(
  (name) => !NOT_STATED.includes(name as (typeof NOT_STATED)[number]),
);
const FIELDS = [...RECORD_FIELDS, 'rounds', 'byes'];

/** Each word is FIELD=VALUE, with days as in a sheet. Another value of the wrong kind is refused with the record. */
export function readStated(words: readonly string[]): { stated: Stated; problems: string[] } {
  const stated: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const word of words) {
    const [field = '', ...rest] = word.split('=');
    const text = rest.join('=');
    const value = FIELDS.includes(field) ? valueIn(field, text) : null;
    if (rest.length === 0) problems.push(`--set ${word} must have the form FIELD=VALUE.`);
    else if (!FIELDS.includes(field)) problems.push(`--set ${field} is not a field; these are: ${FIELDS.join(', ')}.`);
    else if (value === undefined) problems.push(`--set ${word} is not ${KINDS[field]}.`);
    else stated[field] = value;
    const last = field === 'startDate' ? lastDayIn(text, 'en') : undefined;
    if (last !== undefined) stated.endDate ??= last;
  }
  return { stated: stated as Stated, problems };
}

const A_DAY = 'a day; write it as YYYY-MM-DD';
const KINDS: Record<string, string> = {
  startDate: A_DAY,
  endDate: A_DAY,
  listsFrom: 'a moment; write it with its zone, as 2026-11-20T18:00+01:00, or as never',
  rounds: 'a number of rounds, from 1 to 99',
  byes: 'what a bye counts; write win, draw or loss, and points if it has any, such as win:13',
};

/** In UTC, as in a record. */
function momentIn(text: string): string | undefined {
  const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
  return moment === null || Number.isNaN(moment.getTime()) ? undefined : `${moment.toISOString().slice(0, 19)}Z`;
}

function valueIn(field: string, text: string): unknown {
  if (field === 'rounds') return /^[1-9]\d?$/.test(text) ? Number(text) : undefined;
  if (field === 'byes') return byesIn(text);
  const type = [(properties as Record<string, { type?: string | string[] }>)[field]?.type].flat();
  if (type.includes('null') && text === '') return null;
  if (field === 'startDate') return dayIn(text, 'en');
  if (field === 'endDate') return lastDayIn(text, 'en') ?? dayIn(text, 'en');
  if (field === 'listsFrom') return text === 'never' ? text : momentIn(text);
  if (type.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type.includes('number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (type.includes('array')) return text.split(',').map((each) => each.trim());
  return text;
}

function byesIn(text: string): ByeAward | undefined {
  const [, outcome, points = null] = /^(win|draw|loss)(?::(\d{1,6}(?:\.\d{1,2})?))?$/.exec(text) ?? [];
  if (outcome === undefined) return undefined;
  return { outcome: outcome as ByeAward['outcome'], battlePoints: points === null ? null : Number(points) };
}
