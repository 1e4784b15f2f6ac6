// Lists of Listbot as text: faction and formation, picks of the army in brackets, then heroes with their units.
import { type ArmyList, emptyList, type ListUnit } from './army-list.js';
import { addOption, type Line, readSelection, startUnit } from './lines.js';

const TOTAL = /^(?:total ?: ?)?(\d{1,6}) ?\/ ?(\d{1,6}) ?(?:pts|points)?$/i;
const DROPS = /^(?:drops ?: ?(\d{1,3})|(\d{1,3}) drops?)$/i;
const SEASON = /^General[’'‘`]?s Handbook.*$/i;
const SECTION = /^(?:regiment \d{1,3}|general[’'‘`]?s regiment|auxiliary units|faction terrain|regiments of renown)$/i;
const LORE = /^(spell|prayer|manifestation) lore ?: ?(.+)$/i;
const BRACKETS = /^\[(.+)\]$/;
/** "Artefact of Power: Amulet of Screams": what it is precedes the name. */
const KIND = /^[^:]{1,40}: ?/;
/** "Grinderfists x2" */
const COUNT_BEHIND = / ?x ?(\d{1,3})$/;

export function readListbot(lines: readonly Line[]): ArmyList {
  const list = emptyList('listbot');
  let section: string | null = null;
  let unit: ListUnit | null = null;
  const header: Line[] = [];
  for (const line of lines) {
    if (readFigure(list, line.text)) continue;
    const bracketed = BRACKETS.exec(line.text)?.[1];
    const lore = LORE.exec(line.text);
    const selection = readSelection(line.text.replace(/^[-–] ?/, ''));
    if (SECTION.test(line.text)) section = line.text;
    else if (bracketed !== undefined) readBrackets(list, unit, bracketed);
    else if (lore) {
      const kind = `${lore[1]?.toLowerCase()} lore`;
      const pick = readSelection(lore[2] ?? '');
      if (pick) list.picks.push({ ...pick, kind });
    } else if (selection && selection.points !== null) unit = startUnit(list, selection, section);
    else if (unit === null && header.length < 2) header.push(line);
    else list.unread.push(line);
  }
  list.faction = header[0]?.text ?? null;
  list.formation = header[1] ? readSelection(header[1].text) : null;
  return list;
}

function readFigure(list: ArmyList, text: string): boolean {
  const total = TOTAL.exec(text);
  const drops = DROPS.exec(text);
  if (total) {
    list.points = Number(total[1]);
    list.pointsLimit = Number(total[2]);
  } else if (drops) list.drops = Number(drops[1] ?? drops[2]);
  else if (SEASON.test(text)) list.season = text;
  else return false;
  return true;
}

function readBrackets(list: ArmyList, unit: ListUnit | null, inside: string): void {
  for (const part of inside.split(';')) {
    const named = part.trim().replace(KIND, '');
    const behind = COUNT_BEHIND.exec(named);
    const selection = readSelection(behind ? named.slice(0, behind.index) : named);
    if (!selection) continue;
    const option = behind ? { ...selection, number: Number(behind[1]) } : selection;
    if (unit) addOption(unit, option, behind !== null);
    else list.picks.push({ ...option, kind: null });
  }
}
