// Facts about the event: rows of a name and a value, in a sheet of their own or above the players.
import type { FileProblem } from '../converter.js';
import type { EventFacts } from '../event.js';
import type { Notes } from '../notes.js';
import { shortened } from './cells.js';
import { dayIn, lastDayIn } from './days.js';
import { faultIn } from './faults.js';
import { addressOf, type Sheet } from './sheet.js';
import { wholeIn } from './values.js';
import { type EventField, eventWords, fold, type Known, type Language, languageOf } from './words.js';

export type SheetFacts = Partial<Omit<EventFacts, 'slug'>>;

/** Reads `rows` rows from the top. Null when none of them is a fact. */
export function readFacts(sheet: Sheet, rows: number, notes: Notes, problems: FileProblem[]): SheetFacts | null {
  const written: (Known<EventField> & { row: number; text: string })[] = [];
  let isOfFacts = false;
  for (const [row, [key = '', text = '']] of sheet.rows.slice(0, rows).entries()) {
    const known = eventWords.get(fold(key));
    if (known) isOfFacts = true;
    // A heading that is merged with the names of columns below is none of the facts.
    if (sheet.merged.get(row)?.has(0)) continue;
    if (!known || text === '') {
      if (key !== '' && text !== '') notes.tell(`not read: ${addressOf(sheet, row, 0)} ${shortened(key)}`);
      continue;
    }
    written.push({ ...known, row, text });
  }
  if (!isOfFacts) return null;
  const language = languageOf(written);
  const facts: Record<string, unknown> = {};
  for (const { field, row, text } of written) {
    const fault = faultIn(text);
    const value = fault === null ? valueIn(field, text, language) : undefined;
    if (field === 'startDate' && value !== undefined) facts.endDate ??= lastDayIn(text, language);
    if (value !== undefined) facts[field] = value;
    else {
      const kind = field.endsWith('Date') ? 'a day; write it as YYYY-MM-DD' : 'a whole number';
      const message = fault ?? `"${shortened(text)}" is not ${kind}`;
      problems.push({ file: sheet.file, at: addressOf(sheet, row, 1), message });
    }
  }
  return facts as SheetFacts;
}

const NUMBER_CHARACTERS_MAX = 40;

function valueIn(field: EventField, text: string, language: Language): string | number | undefined {
  if (field === 'startDate') return dayIn(text, language);
  if (field === 'endDate') return lastDayIn(text, language) ?? dayIn(text, language);
  if (field === 'battleSize' || field === 'rounds')
    return wholeIn(text.slice(0, NUMBER_CHARACTERS_MAX).replace(/ ?(pts|points|punkte|pkt|puntos)$/i, ''));
  return text;
}
