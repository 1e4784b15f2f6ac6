// Lines of an army list as text, and the marks that all programs share.
import type { ArmyList, ListUnit, Selection } from './army-list.js';

export type Line = { line: number; text: string };

/** What is longer is prose: the longest name of a unit has some sixty characters. */
const NAME_CHARACTERS_MAX = 120;
/** Spaces that only look like one, and characters without width. */
const SPACES = /[\u00a0\u2000-\u200a\u202f\u3000\t]/g;
const NO_WIDTH = /\ufe0f|[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/g;
const FENCE = /^`{3,}$/;
const RULE = /^[-–—_=]{2,}$/;

/** Lines without space around them; those that only part others are left out. */
export function linesOf(text: string): Line[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, text: raw.replace(SPACES, ' ').replace(NO_WIDTH, '').trim() }))
    .filter((line) => line.text !== '' && !FENCE.test(line.text) && !RULE.test(line.text));
}

/** Points at the end of a line, as the programs and the people who retype them write them. */
const POINTS = / ?-? ?\((\d{1,5}) ?(?:points|pts)?[)）]? ?(?:points|pts)?$/i;
/** A nickname that a player wrote behind the points. */
const REMARK = /(\(\d{1,5}\)) ?\([^()]{1,60}\)$/;
const COUNT = /^(\d{1,3}) ?(?:[x×] ?|(?=[A-Z]))(?=\S)/;

/** "2 x Saurus Warriors (340)" as a selection; null if the text cannot be a name. */
export function readSelection(text: string): Selection | null {
  if (text.length > NAME_CHARACTERS_MAX) return null;
  const plain = text.replace(REMARK, '$1');
  const points = POINTS.exec(plain);
  const named = points ? plain.slice(0, points.index) : plain;
  const count = COUNT.exec(named);
  const name = (count ? named.slice(count[0].length) : named).trim();
  if (!/\p{L}/u.test(name)) return null;
  return { name, points: points ? Number(points[1]) : null, number: count ? Number(count[1]) : 1 };
}

/** Whether a line without points and without a mark can be a name: sentences end with a stop or are long. */
export const looksLikeName = (text: string): boolean => text.length <= 60 && !/[.!?:;)]$/.test(text);

export function startUnit(list: ArmyList, selection: Selection, section: string | null): ListUnit {
  const unit = { ...selection, section, general: false, reinforced: false, options: [] };
  list.units.push(unit);
  return unit;
}

/** Marks that are no pick: they say something about the unit. "Legends": of a retired book. */
const REMARKS_OF_APP = /^legends$/i;

export function addOption(unit: ListUnit, option: Selection, weapon = false): void {
  if (/^general\.?$/i.test(option.name)) unit.general = true;
  else if (/^reinforced(?: x ?\d)?$/i.test(option.name)) unit.reinforced = true;
  else if (!REMARKS_OF_APP.test(option.name)) unit.options.push({ ...option, weapon });
}

/** The second halves of names that have an "and" themselves, as far as a list of cards may show them. */
const AND = / and (?!Recover\b)/i;

/** "A, B and C" as the app writes it, each with its points. */
export function readEnumeration(text: string): Selection[] {
  const parts = text.split(', ');
  const last = parts.pop() ?? '';
  return [...parts, ...last.split(AND)].flatMap((part) => readSelection(part.trim()) ?? []);
}

/** "A, B" as other programs write it: an "and" belongs to a name. */
export const readCommaList = (text: string): Selection[] =>
  text.split(/[,/]/).flatMap((part) => readSelection(part.trim()) ?? []);
