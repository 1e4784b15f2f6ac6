// What the person who converts says about a tournament on the command line.
import { recordSchemas } from '@battle-results/bundle-format/record';
import { NOT_STATED, type Stated } from './converter.js';
import { dayIn, lastDayIn } from './spreadsheet/days.js';

const { properties } = recordSchemas.tournament;
const FIELDS = Object.keys(properties).filter((name) => !NOT_STATED.includes(name as (typeof NOT_STATED)[number]));

/** Each word is FIELD=VALUE, with days as in a sheet. Another value of the wrong kind is refused with the record. */
export function readStated(words: readonly string[]): { stated: Stated; problem: string | null } {
  const stated: Record<string, unknown> = {};
  for (const word of words) {
    const [field = '', ...rest] = word.split('=');
    if (rest.length === 0) return { stated: {}, problem: `--set ${word} must have the form FIELD=VALUE.` };
    if (!FIELDS.includes(field)) {
      return { stated: {}, problem: `--set ${field} is not a field; these are: ${FIELDS.join(', ')}.` };
    }
    const value = valueIn(field, rest.join('='));
    if (value === undefined) return { stated: {}, problem: `--set ${word} is not a day; write it as YYYY-MM-DD.` };
    stated[field] = value;
    const last = field === 'startDate' ? lastDayIn(rest.join('='), 'en') : undefined;
    if (last !== undefined) stated.endDate ??= last;
  }
  return { stated: stated as Stated, problem: null };
}

function valueIn(field: string, text: string): unknown {
  const type = [(properties as Record<string, { type?: string | string[] }>)[field]?.type].flat();
  if (type.includes('null') && text === '') return null;
  if (field === 'startDate') return dayIn(text, 'en');
  if (field === 'endDate') return lastDayIn(text, 'en') ?? dayIn(text, 'en');
  if (type.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type.includes('number') && /^-?\d{1,15}(\.\d{1,15})?$/.test(text)) return Number(text);
  if (type.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (type.includes('array')) return text.split(',').map((each) => each.trim());
  return text;
}
