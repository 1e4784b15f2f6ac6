// Lists of regiments as text: the official app for the fourth edition, Sigdex and New Recruit write nearly the same.
import { type ArmyList, emptyList, type ListForm, type ListUnit } from './army-list.js';
import {
  addOption,
  type Line,
  looksLikeName,
  readCommaList,
  readEnumeration,
  readSelection,
  startUnit,
} from './lines.js';

/** "My list 1990/2000 pts": the name may be missing, on lines of its own, or glued to the points. */
const TOTAL = /(\d{1,9}) ?\/ ?(\d{1,5}) ?(?:pts?|points?)\.?$/i;
/** "My list (1990 points) - ✦ General's Handbook 2025-26" */
const TOTAL_OF_NEW_RECRUIT = /\((\d{1,5}) points?\) - (?:✦ ?)?(.+)$/i;
/** Of what was written from a roster, in one line: the limit may be missing. */
const TOTAL_OF_ROSTER = /^(?:(.*) )?(\d{1,9})(?:\/(\d{1,5}))? pts$/;
const SEASON = /^(?:✦ ?)?(General[’'‘`]?s Handbook.*)$/i;
const SECTION =
  /^(?:(?:general[’'‘`]?s|roster) regiment|regiment \d{1,3}|regiments|auxiliary units|auxiliaries|faction terrain|regiments of renown)$/i;
/** Headings of a roster may be any; those that others do not have are written with a colon. */
const HEADING_OF_ROSTER = /^(.+):$/;
const LORE = /^(spell|prayer|manifestation) lores? ?[-–:] ?(.*)$/i;
const CARDS = /^(?:battle )?tacti(?:c|ques?|(cs)) ?(?:cards?)? ?[-–:] ?(.*)$/i;
const DROPS = /^drops ?: ?(\d{1,3})$/i;
const AUXILIARIES = /^auxiliar(?:y units|ies) ?: ?\d{1,3}(?: ?\(\+ ?(\d{1,6}) ?points\))?$/i;
const WOUNDS = /^wounds ?: ?\d{1,5}$/i;
const ARMY_OF_RENOWN = /^army of renown$/i;
const ALLIANCE = /^grand alliance /i;
const RENOWN = /^regiments of renown$/i;
/** "Charnel Vestments - (20) Points": the points of the unit above include these. */
const INCLUDED = / - ?\(\d{1,5}\) points$/i;
const DASH = /^[-–] ?/;
const BULLET = /^[•*·▪◦‣●] ?/;

export function readRegimentsText(form: ListForm, lines: readonly Line[]): ArmyList {
  const list = emptyList(form);
  const body = form === 'roster' ? readTotalOfRoster(list, lines) : readTotal(list, lines);
  const first = body.findIndex(({ text }) => headingIn(form, text) !== null);
  const header = first < 0 ? body : body.slice(0, first);
  readHeader(list, header);
  if (first >= 0) readSections(list, body.slice(first));
  return list;
}

export const isUsualHeading = (text: string): boolean => SECTION.test(text);

const headingIn = (form: ListForm, text: string): string | null =>
  isUsualHeading(text) ? text : form === 'roster' ? (HEADING_OF_ROSTER.exec(text)?.[1] ?? null) : null;

function readTotalOfRoster(list: ArmyList, lines: readonly Line[]): readonly Line[] {
  const [, name, points, limit] = TOTAL_OF_ROSTER.exec(lines[0]?.text ?? '') ?? [];
  if (points === undefined) return lines;
  list.name = name || null;
  list.points = Number(points);
  list.pointsLimit = limit === undefined ? null : Number(limit);
  return lines.slice(1);
}

/** What follows the total. Above it is the name, which may be anything: a faction, a joke, several lines. */
function readTotal(list: ArmyList, lines: readonly Line[]): readonly Line[] {
  for (const [index, { text }] of lines.entries()) {
    const total = TOTAL.exec(text);
    const ofNewRecruit = total ? null : TOTAL_OF_NEW_RECRUIT.exec(text);
    const found = total ?? ofNewRecruit;
    if (!found) continue;
    const [, digits = '', limit = ''] = found;
    // More digits than an army of ten times the limit has: those of the name are glued to it.
    const glued = total && digits.length > limit.length + 1 ? digits.length - limit.length : 0;
    const above = lines.slice(0, index).map((line) => line.text);
    const before = text.slice(0, found.index + glued).trim();
    list.name = [...above, before].filter((part) => part !== '').join(' ') || null;
    list.points = Number(digits.slice(glued));
    if (total) list.pointsLimit = Number(limit);
    else list.season = limit.trim();
    return lines.slice(index + 1);
  }
  return lines;
}

function readHeader(list: ArmyList, header: readonly Line[]): void {
  const unknown = header.filter((line) => !readHeaderLine(list, line.text));
  // No faction and no formation has a colon in its name.
  const free = unknown.filter(({ text }) => !text.includes(':'));
  list.unread.push(...unknown.filter(({ text }) => text.includes(':')));
  const barred = free.findIndex(({ text }) => text.includes('|'));
  if (barred >= 0) {
    const parts = (free[barred]?.text ?? '').split('|').map((part) => part.trim());
    if (ALLIANCE.test(parts[0] ?? '')) parts.shift();
    const [faction, formation] = parts.length < 2 ? parts : parts.slice(-2);
    list.faction = faction || null;
    list.formation = formation === undefined ? null : readSelection(formation);
    list.unread.push(...free.filter((_, index) => index !== barred));
    return;
  }
  // With more than two lines, one of them is a remark, and nothing tells which.
  if (free.length > 2) list.unread.push(...free);
  else {
    list.faction = free[0]?.text ?? null;
    list.formation = free[1] ? readSelection(free[1].text) : null;
  }
}

/** Whether the line is one that says itself what it is. */
function readHeaderLine(list: ArmyList, text: string): boolean {
  const season = SEASON.exec(text);
  const lore = LORE.exec(text);
  const cards = CARDS.exec(text);
  const drops = DROPS.exec(text);
  const auxiliaries = AUXILIARIES.exec(text);
  if (season) list.season = season[1] ?? null;
  else if (lore) {
    const kind = `${(lore[1] ?? '').toLowerCase()} lore`;
    list.picks.push(...readEnumeration(lore[2] ?? '').map((each) => ({ ...each, kind })));
  } else if (cards) {
    // The app says "Tactics" and joins names with "and"; the others part them by commas alone.
    const read = cards[1] ? readEnumeration : readCommaList;
    list.battleTacticCards.push(...read(cards[2] ?? '').map(({ name }) => name));
  } else if (drops) list.drops = Number(drops[1]);
  else if (auxiliaries) list.auxiliaryPoints = Number(auxiliaries[1] ?? 0);
  else return WOUNDS.test(text) || ARMY_OF_RENOWN.test(text);
  return true;
}

function readSections(list: ArmyList, lines: readonly Line[]): void {
  let section: string | null = null;
  let unit: ListUnit | null = null;
  for (const line of lines) {
    const heading = headingIn(list.form, line.text);
    if (heading !== null) {
      section = heading;
      unit = null;
      continue;
    }
    if (readHeaderLine(list, line.text)) continue;
    const bullet = BULLET.exec(line.text) ?? DASH.exec(line.text);
    const text = line.text.slice(bullet?.[0].length ?? 0);
    const selection = readSelection(text);
    const counted = /^\d/.test(text);
    const hasPoints = selection !== null && selection.points !== null;
    // What a regiment of renown consists of may have dashes before it, like options elsewhere.
    const isMember = section !== null && RENOWN.test(section) && DASH.test(line.text);
    const isOption = (bullet !== null && !isMember) || (counted && !hasPoints);
    if (selection && unit && isOption) {
      addOption(unit, selection, counted);
      if (INCLUDED.test(text)) unit.points = Math.max(0, (unit.points ?? 0) - (selection.points ?? 0));
    } else if (selection && (hasPoints || isMember || looksLikeName(text))) unit = startUnit(list, selection, section);
    else list.unread.push(line);
  }
}
