// An army list as a bundle has it.

import type { ArmyList, ListUnit, Selection } from '@battle-results/army-list';
import { isUsualHeading, ROSTER_FOOTER, readArmyListText } from '@battle-results/army-list';
import type { ArmyListRecord } from '@battle-results/bundle-format/record';
import { getOrMake } from '../get-or-make.js';

/** As a bundle takes it. */
export const LIST_CHARACTERS_MAX = 20_000;

/** What else is known of the one whose list it is; it takes precedence over the list. */
type Known = { faction?: string | null; subFaction?: string | null; points?: number | null };

/** The record of a list in any form. Where no program is recognised, it is the text and what else is known. */
export function convertListText(text: string, known: Known = {}): Required<ArmyListRecord> {
  const list = readArmyListText(text);
  return {
    faction: short(known.faction ?? list?.faction ?? ''),
    subFaction: short(known.subFaction ?? list?.formation?.name ?? ''),
    points: Math.max(0, Math.round(known.points ?? list?.points ?? 0)),
    battleTacticCards: (list?.battleTacticCards ?? []).map(short),
    text,
  };
}

/** What a bundle takes as a name; a longer one is prose that stands where a name should. */
const short = (name: string): string => (name.length <= 200 ? name : '');

/** A list from a file, in the form of the app: the file has the publisher's rules in it, so its own text is not kept. */
export function writeList(list: ArmyList): string {
  const limit = list.pointsLimit === null ? '' : `/${list.pointsLimit}`;
  const kinds = new Map<string, string[]>();
  for (const pick of list.picks) {
    const kind = pick.kind ?? 'other';
    getOrMake(kinds, kind, () => []).push(withPoints(pick));
  }
  const lines = [
    // Alone the name could be read as anything.
    list.points === null ? null : `${list.name ?? ''} ${list.points}${limit} pts`.trim(),
    // The bar tells them from other lines when this is read again.
    `${list.faction ?? ''} | ${list.formation ? withPoints(list.formation) : ''}`,
    list.season,
    list.drops === null ? null : `Drops: ${list.drops}`,
    ...[...kinds].map(([kind, names]) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)} - ${names.join(', ')}`),
    list.battleTacticCards.length > 0 ? `Battle Tactic Cards: ${list.battleTacticCards.join(', ')}` : null,
    ...list.units.flatMap((unit, index) => writeUnit(unit, list.units[index - 1]?.section)),
    ROSTER_FOOTER,
  ];
  return lines.filter((line) => line !== null && line !== '').join('\n');
}

function writeUnit(unit: ListUnit, sectionBefore: string | null | undefined): string[] {
  return [
    ...(unit.section === sectionBefore ? [] : [headingOf(unit.section ?? 'Regiments')]),
    withPoints(unit),
    ...(unit.general ? ['• General'] : []),
    ...(unit.reinforced ? ['• Reinforced'] : []),
    // A number before the name marks a weapon.
    ...unit.options.map((option) => `• ${option.weapon && option.number === 1 ? '1 x ' : ''}${withPoints(option)}`),
  ];
}

const headingOf = (section: string) => (isUsualHeading(section) ? section : `${section}:`);

const withPoints = ({ number, name, points }: Selection): string =>
  `${number > 1 ? `${number} x ` : ''}${name}${points === null ? '' : ` (${points})`}`;
