// Days as people write them: with numbers, with the name of the month, or the first and the last of an event.
import { fold, type Language } from './words.js';

/** ISO order, or day first; in an English file, but with points, only when it cannot be the month that is first. */
export function dayIn(text: string, language: Language): string | undefined {
  return oneDayIn(text, language) ?? daysIn(text, language)?.[0];
}

/** Of a text such as "14./15.11.2026"; undefined for one day. */
export const lastDayIn = (text: string, language: Language): string | undefined => daysIn(text, language)?.[1];

function oneDayIn(text: string, language: Language): string | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text);
  if (iso) return validDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const [, first, mark, second, year] =
    /^(?:\p{L}{2,12}[.,]* )?(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4})$/u.exec(text) ?? [];
  if (first === undefined) return inWords(text);
  const [day, month] = [Number(first), Number(second)];
  if (mark !== '.' && language === 'en' && day <= 12 && day !== month) return undefined;
  return validDay(Number(year), month, day);
}

/** Two days of one month. */
function daysIn(text: string, language: Language): [first: string, last: string] | undefined {
  const [, day = '', rest = ''] =
    /^\D{0,20}?(\d{1,2})\.? ?(?:[-–/+&]|und|bis|and|to|et|au|i|do|y|al) ?(\d{1,2}\D.*)$/i.exec(text) ?? [];
  const last = rest === '' ? undefined : oneDayIn(rest, language);
  if (last === undefined || Number(day) >= Number(last.slice(8))) return undefined;
  return [`${last.slice(0, 8)}${day.padStart(2, '0')}`, last];
}

const MONTHS = [
  'january jan januar janvier styczen stycznia enero',
  'february feb februar fevrier luty lutego febrero',
  'march mar marz mars marzec marca marzo',
  'april apr avril kwiecien kwietnia abril',
  'may mai maj maja mayo',
  'june jun juni juin czerwiec czerwca junio',
  'july jul juli juillet lipiec lipca julio',
  'august aug aout sierpien sierpnia agosto',
  'september sep sept septembre wrzesien wrzesnia septiembre',
  'october oct oktober okt octobre pazdziernik pazdziernika octubre',
  'november nov novembre listopad listopada noviembre',
  'december dec dezember dez decembre grudzien grudnia diciembre',
];
const monthOf = new Map(
  MONTHS.flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, at + 1])),
);

/** Such as "samedi 14 novembre 2026", "14. November 2026", "14 de noviembre de 2026" and "November 14, 2026". */
function inWords(text: string): string | undefined {
  const words = fold(text).split(' ');
  const [month, another] = words.flatMap((word) => monthOf.get(word) ?? []);
  const [day, more] = words.flatMap((word) => /^(\d{1,2})(?:st|nd|rd|th|er)?$/.exec(word)?.[1] ?? []);
  const year = words.find((word) => /^\d{4}$/.test(word));
  if (month === undefined || day === undefined || year === undefined || another !== undefined) return undefined;
  return more === undefined ? validDay(Number(year), month, Number(day)) : undefined;
}

function validDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (year < 1900 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return date.toISOString().slice(0, 10);
}
