// An army list from a roster file.
import {
  type ArmyList,
  addOption,
  emptyList,
  type ListUnit,
  type Selection,
  startUnit,
  type UnitOption,
} from '@battle-results/army-list';
import type { Encoded } from '../read/decode.js';
import { type RosterNode, readRoster } from './roster-tree.js';

const NOTHING = { points: null, number: 0 };
/** Groups of weapons and of models that lead or carry something; the others are enhancements. */
const WEAPONS = /^(?:command models|wargear|weapon)/i;
const TERRAIN = /^faction terrain$/i;

export function readArmyRoster(encoded: Encoded): ArmyList {
  const roster = readRoster(encoded);
  const list = emptyList('roster');
  list.name = roster.name || null;
  list.points = roster.points;
  // New Recruit writes 0 where there is none.
  list.pointsLimit = roster.limit || null;
  const [top] = roster.forces;
  list.season = top?.name.replace(/^✦ ?/, '') || null;
  for (const force of roster.forces) readForce(list, force, null);
  nameFaction(list, top?.catalogue ?? '');
  return list;
}

/** An army of renown has a catalogue of its own: "Blades of Khorne - Gorechosen Champions". */
function nameFaction(list: ArmyList, catalogue: string): void {
  const [faction = '', renown] = catalogue.split(' - ', 2);
  list.faction = faction.trim() || null;
  if (renown !== undefined && list.formation === null)
    list.formation = { name: renown.trim(), points: null, number: 1 };
}

function readForce(list: ArmyList, force: RosterNode, section: string | null): void {
  for (const selection of force.selections) {
    if (selection.type === 'unit' || selection.type === 'model') readUnit(list, selection, section);
    else readOfArmy(list, selection);
  }
  let regiments = 0;
  for (const inner of force.forces) {
    readForce(list, inner, inner.name === 'Regiment' ? `Regiment ${++regiments}` : inner.name);
  }
}

function readOfArmy(list: ArmyList, selection: RosterNode): void {
  if (/^battle formation/i.test(selection.name))
    list.formation = toSelection(selection.selections[0]) ?? list.formation;
  else if (/^battle tactic/i.test(selection.name)) {
    for (const card of selection.selections) list.battleTacticCards.push(card.name);
  } else if (/ lore$/i.test(selection.name)) {
    const kind = selection.name.toLowerCase();
    for (const lore of selection.selections) list.picks.push({ ...asSelection(lore), kind });
  } else {
    // Settings of the program, such as "Allow Legends", unless they cost something or bring units.
    if (selection.points !== 0) list.picks.push({ ...asSelection(selection), kind: selection.group || null });
    for (const unit of selection.selections.filter((each) => each.type === 'unit')) {
      readUnit(list, unit, selection.group || selection.name);
    }
  }
}

function readUnit(list: ArmyList, node: RosterNode, section: string | null): void {
  const terrain = node.categories.some((category) => TERRAIN.test(category));
  const unit = startUnit(list, asSelection(node), terrain ? 'Faction Terrain' : section);
  const options = new Map<string, UnitOption>();
  collectOptions(list, unit, node, options);
  for (const { weapon, ...option } of options.values()) addOption(unit, option, weapon);
}

/** What was picked, wherever below the unit it is; weapons that come with a model were not. */
function collectOptions(list: ArmyList, unit: ListUnit, node: RosterNode, options: Map<string, UnitOption>): void {
  for (const inner of node.selections) {
    if (inner.type === 'unit') {
      readUnit(list, inner, unit.section);
      continue;
    }
    const picked = inner.type === 'upgrade' && (inner.group !== '' || /^(?:general|reinforced)$/i.test(inner.name));
    if (picked || inner.points !== 0) {
      const option = options.get(inner.name) ?? { ...NOTHING, name: inner.name, weapon: WEAPONS.test(inner.group) };
      option.number += inner.number;
      if (inner.points !== 0) option.points = (option.points ?? 0) + inner.points;
      options.set(inner.name, option);
    }
    collectOptions(list, unit, inner, options);
  }
}

const asSelection = ({ name, points, number }: RosterNode): Selection => ({
  name,
  points: points === 0 ? null : points,
  number,
});
const toSelection = (node: RosterNode | undefined) => (node ? asSelection(node) : null);
