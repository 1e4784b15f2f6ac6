import { GAUNTLET, PITCHED_2025 } from './battle-packs.js';
import { NORTHERN_LEGION } from './clubs.js';
import { NOT_STARTED, plan, type TournamentPlan } from './plan.js';
import { at, autumnOpen, DEEDS, harbourMasters, springClash } from './series.js';

/** Tournaments that are running in mid-November 2026, and those planned after it. */
export const OPEN_TOURNAMENTS: readonly TournamentPlan[] = [...ongoing(), ...planned()];

function ongoing(): TournamentPlan[] {
  const status = 'ongoing';
  return [
    autumnOpen(2026, '2026-11-13', {
      status,
      players: 32,
      signUps: [20, 7],
      noShows: 1,
      dropouts: 3,
      guests: 2,
      listless: 2,
      metrics: DEEDS,
      organizers: 2,
      walkovers: ['knockout-r1-t2'],
      progress: { swiss: 5, placementSwiss: 1.5, knockoutMatches: 3 },
    }),
    harbourMasters(2026, '2026-11-14', {
      slug: 'harbour-autumn-groups-2026',
      name: 'Harbour Autumn Groups 2026',
      status,
      progress: { swiss: 2.25, placementSwiss: 0, knockoutMatches: 0 },
    }),
    plan({
      ...at(2, 'wuerfelfreunde-koeln'),
      slug: 'herbstliga-2026',
      name: 'Herbstliga 2026',
      startDate: '2026-09-07',
      days: 100,
      status,
      players: 18,
      swiss: { name: 'Ligatabelle', rounds: 6 },
      tieBreakers: ['victoryPointsDiff', 'battlePoints'],
      battlePack: GAUNTLET,
      dropouts: 1,
      progress: { ...NOT_STARTED, swiss: 3.5 },
    }),
    plan({
      slug: 'border-league',
      name: 'Border League',
      startDate: null,
      status,
      organizers: 2,
      players: 10,
      guests: 2,
      progress: { ...NOT_STARTED, swiss: 2.5 },
    }),
    plan({
      ...at(12, 'the-travelling-table'),
      slug: 'opening-night-2026',
      name: 'Opening Night 2026',
      startDate: '2026-11-15',
      days: 1,
      status,
      players: 12,
      swiss: { name: 'Swiss Stage', rounds: 3 },
      description: 'Pairings are up, nobody has finished yet.',
      progress: { ...NOT_STARTED, swiss: 0.001 },
    }),
    springClash(2026, '2026-11-13', {
      slug: 'secret-trial-2026',
      name: 'Secret Trial 2026',
      status,
      published: false,
      players: 16,
      progress: { swiss: 5, placementSwiss: 0.5, knockoutMatches: 5 },
    }),
  ];
}

function planned(): TournamentPlan[] {
  const coming = { status: 'planned', progress: NOT_STARTED } as const;
  return [
    plan({
      ...coming,
      ...at(5, 'vastkustens-strateger'),
      slug: 'winter-skirmish-2027',
      name: 'Winter Skirmish 2027',
      startDate: '2027-01-16',
      days: 1,
      players: 14,
      listless: 3,
      noShows: 1,
      swiss: { name: 'Swiss', rounds: 3 },
    }),
    plan({
      ...coming,
      ...at(4, 'smocza-jama'),
      slug: 'frost-cup-2027',
      name: 'Frost Cup 2027',
      startDate: '2027-02-20',
      players: 12,
      groups: 2,
      swiss: { name: 'Group Stage', rounds: 3 },
      knockout: { name: 'Finals', players: 4 },
      battlePack: PITCHED_2025,
    }),
    plan({
      ...coming,
      ...at(0, NORTHERN_LEGION),
      slug: 'yuletide-brawl-2026',
      name: 'Yuletide Brawl 2026',
      startDate: '2026-12-19',
      days: 1,
      players: 6,
      listless: 2,
      swiss: null,
      standings: null,
    }),
    plan({
      ...coming,
      slug: 'someday-cup',
      name: 'Someday Cup',
      startDate: null,
      players: 0,
      organizers: 0,
      battlePack: null,
      swiss: null,
      standings: null,
    }),
    springClash(2027, '2027-02-26', { ...coming, players: 10, listless: 2, published: false }),
    plan({
      ...coming,
      ...at(3, 'les-des-pipes'),
      slug: 'galette-des-dés-2027',
      name: 'Galette des Dés 2027',
      startDate: '2027-01-09',
      players: 4,
      country: null,
    }),
  ];
}
