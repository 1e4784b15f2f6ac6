// Lists of the official app for the third edition, as text: "- Key: value" of the army, headings in capitals, units, the
// total at the end.
import { type ArmyList, emptyList, type ListUnit } from './army-list.js';
import { addOption, type Line, readCommaList, readSelection, startUnit } from './lines.js';

const TOTAL = /^total points ?: ?(\d{1,6}) ?\/ ?(\d{1,6})$/i;
const HEADING = /^[A-Z][A-Z &’']+$/;
const BATTALIONS = /^core battalions$/i;
/** Asterisks say of which battalion a unit is. */
const BATTALION_MARKS = /(?<!\*)\*+$/;
const DASH = /^[-–] ?/;
const KEY = /^([A-Z][A-Za-z ]{2,30}): ?(.*)$/;

export function readApp3(lines: readonly Line[]): ArmyList {
  const list = emptyList('aosApp3');
  let section: string | null = null;
  let unit: ListUnit | null = null;
  for (const line of lines) {
    const total = TOTAL.exec(line.text);
    const dashed = DASH.test(line.text);
    const text = line.text.replace(DASH, '').replace(BATTALION_MARKS, '').trim();
    if (total) {
      list.points = Number(total[1]);
      list.pointsLimit = Number(total[2]);
    } else if (HEADING.test(line.text)) {
      section = line.text;
      unit = null;
    } else if (section !== null && BATTALIONS.test(section)) {
      const battalion = dashed ? null : readSelection(line.text.replace(/^\*+ ?/, ''));
      if (battalion) list.picks.push({ ...battalion, kind: 'battalion' });
    } else if (section === null && dashed) readOfArmy(list, text);
    else if (dashed && unit) readOfUnit(unit, text);
    else {
      const selection = dashed ? null : readSelection(text);
      if (selection && section !== null) unit = startUnit(list, selection, section);
      else list.unread.push(line);
    }
  }
  return list;
}

/** Some lists have two in a line: "Season of War: X - Grand Strategy: Y". */
function readOfArmy(list: ArmyList, text: string): void {
  for (const part of text.split(' - ')) {
    const [, key = '', value = ''] = KEY.exec(part) ?? [];
    if (value === '') continue;
    if (/^army faction$/i.test(key)) list.faction = value;
    else if (/^subfaction$/i.test(key)) list.formation = readSelection(value);
    else if (/^grand strategy$/i.test(key)) list.grandStrategy = value;
    else list.picks.push({ name: value, points: null, number: 1, kind: key.toLowerCase() });
  }
}

/** Weapons and command models stand without a key. "Spells: A, B" are two options; the app parts them by commas, and no name of such a pick has one. */
function readOfUnit(unit: ListUnit, text: string): void {
  const [, key, value = ''] = KEY.exec(text) ?? [];
  for (const option of key === undefined ? [readSelection(text)] : readCommaList(value)) {
    if (option) addOption(unit, option, key === undefined);
  }
}
