/** A scenario, and the sets of objectives that a side can hold in a round, from none to all. */
export type Scenario = { name: string; holds: readonly string[][] };

const scenario = (name: string, left: string, centre: string, right: string): Scenario => ({
  name,
  holds: [[], [left], [right], [centre], [left, centre], [centre, right], [left, right], [left, centre, right]],
});

export const SCENARIOS: readonly Scenario[] = [
  scenario('The Broken Bridge', 'West Bank', 'Bridge', 'East Bank'),
  scenario('Three Wells', 'Sweet Well', 'Deep Well', 'Dry Well'),
  scenario('Crossroads at Dusk', 'Milestone', 'Crossroads', 'Gallows Hill'),
  scenario('Burning Fields', 'Granary', 'Mill', 'Barn'),
  scenario('Hold the Line', 'Left Redoubt', 'Centre Redoubt', 'Right Redoubt'),
  scenario('Sunken Relics', 'Lower Vault', 'Altar', 'Upper Vault'),
  scenario('No Retreat', 'Camp', 'Standard', 'Baggage Train'),
  scenario('Shifting Ground', 'North Rift', 'Fault', 'South Rift'),
];

export const BATTLE_TACTICS = [
  'Take the High Ground',
  'Break Their Line',
  'Burn the Stores',
  'Encircle',
  'Hold Fast',
  'Hunt the General',
  'Seize the Centre',
  'Draw Them Out',
];

export const GRAND_STRATEGIES = ['Live to Tell It', 'Leave Nothing Standing', 'Keep the Banner High', 'Own the Field'];

export const TACTIC_CARDS = [
  'Cunning Plan',
  'Forced March',
  'Steady Advance',
  'Lightning Raid',
  'Last Reserve',
  'Feint',
];
