import { PITCHED_2024, PITCHED_2025 } from './battle-packs.js';
import { NORTHERN_LEGION } from './clubs.js';
import { PLACES } from './places.js';
import { plan, type TournamentPlan } from './plan.js';
import type { Metric } from './rules.js';

// Annual tournaments.

type Special = Partial<TournamentPlan>;

export function springClash(year: number, startDate: string, special: Special): TournamentPlan {
  return plan({
    ...at(0, NORTHERN_LEGION),
    slug: `spring-clash-${year}`,
    name: `Spring Clash ${year}`,
    startDate,
    days: 3,
    description: 'Five rounds of Swiss, then the best eight play for the cup.\nEverybody else plays on.',
    players: 32,
    battlePack: PITCHED_2024,
    knockout: { name: 'Knockout', players: 8 },
    placements: TOP_EIGHT_PLACES,
    placementSwiss: { name: 'Placement Swiss', rounds: 3 },
    organizers: 2,
    ...special,
  });
}

export function autumnOpen(year: number, startDate: string, special: Special): TournamentPlan {
  return plan({
    ...at(0, NORTHERN_LEGION),
    slug: `autumn-open-${year}`,
    name: `Autumn Open ${year}`,
    startDate,
    days: 3,
    description: 'The season ends where it began.',
    players: 24,
    battlePack: PITCHED_2025,
    swiss: { name: 'Swiss Rounds', rounds: 5 },
    knockout: { name: 'Top 8', players: 8 },
    placements: TOP_EIGHT_PLACES,
    placementSwiss: { name: 'Silver Bracket Swiss', rounds: 3 },
    scoring: 'three',
    ...special,
  });
}

export function harbourMasters(year: number, startDate: string, special: Special): TournamentPlan {
  return plan({
    ...at(1, 'harbour-wargamers'),
    slug: `harbour-masters-${year}`,
    name: `Harbour Masters ${year}`,
    startDate,
    days: 3,
    description: 'Four groups; the first two of each go through.',
    players: 16,
    groups: 4,
    swiss: { name: 'Group Stage', rounds: 3 },
    knockout: { name: 'Championship', players: 8 },
    placements: [{ name: 'Third Place', losers: 2 }],
    ...special,
  });
}

/** City, country and organising club of a tournament. */
export function at(place: number, club: string): Pick<TournamentPlan, 'city' | 'country' | 'club'> {
  return { city: PLACES[place]?.city ?? null, country: PLACES[place]?.country ?? null, club };
}

export const TOP_EIGHT_PLACES = [
  { name: 'Third Place', losers: 2 },
  { name: 'Places 5-8', losers: 4 },
];

export const DEEDS: readonly Metric[] = [
  { name: 'Units destroyed', kind: 'number' },
  { name: 'First blood', kind: 'yesNo' },
];

export const PAINTING: readonly Metric[] = [{ name: 'Fully painted', kind: 'yesNo' }];
