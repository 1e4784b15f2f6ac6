import { GAUNTLET, LONG_CAMPAIGN, PITCHED_2024, PITCHED_2025, PLAIN_BRAWL } from './battle-packs.js';
import { NORTHERN_LEGION } from './clubs.js';
import { ONE_OFF_TOURNAMENTS } from './one-off-tournaments.js';
import { plan, type TournamentPlan } from './plan.js';
import { at, autumnOpen, DEEDS, harbourMasters, PAINTING, springClash } from './series.js';

/** Tournaments finished by mid-November 2026; each one demonstrates a feature. */
export const FINISHED_TOURNAMENTS: readonly TournamentPlan[] = [
  ...springs(),
  ...autumns(),
  ...harbours(),
  ...winters(),
  ...summers(),
  ...nights(),
  ...ONE_OFF_TOURNAMENTS,
];

function springs(): TournamentPlan[] {
  return [
    springClash(2023, '2023-03-18', { recordsFinalPlacement: false, placements: [], placementSwiss: null }),
    springClash(2024, '2024-03-16', { placementSwiss: null, dropouts: 2 }),
    springClash(2025, '2025-03-15', { standings: 'Overall', battlePack: PITCHED_2025, archivedShare: 0.02 }),
    springClash(2026, '2026-03-13', {
      battlePack: PITCHED_2025,
      signUps: [0, 1],
      metrics: DEEDS,
      dropouts: 2,
      listless: 1,
      listShare: 0.2,
      organizers: 3,
      walkovers: ['placement-5-8-r2-t2'],
    }),
  ];
}

function autumns(): TournamentPlan[] {
  const four = { knockout: { name: 'Top 4', players: 4 }, placementSwiss: null };
  return [
    autumnOpen(2023, '2023-11-10', { ...four, placements: [], recordsFinalPlacement: false }),
    autumnOpen(2024, '2024-11-15', { ...four, placements: [{ name: 'Bronze Match', losers: 2 }] }),
    autumnOpen(2025, '2025-11-14', { players: 28, guests: 2, noShows: 2 }),
    plan({
      ...at(0, NORTHERN_LEGION),
      slug: 'autumn-clash-2025',
      name: 'Autumn Clash 2025',
      startDate: '2025-09-20',
      players: 24,
      noShows: 1,
      dropouts: 1,
      battlePack: PITCHED_2025,
      listShare: 0.1,
    }),
    plan({
      ...at(0, NORTHERN_LEGION),
      slug: 'grand-open-2025',
      name: 'Grand Open 2025',
      startDate: '2025-07-04',
      days: 3,
      description: 'Two hundred players, eight rounds, one hall.',
      players: 200,
      swiss: { name: 'Swiss Rounds', rounds: 8 },
      battlePack: PITCHED_2025,
      dropouts: 6,
      noShows: 2,
      listless: 3,
      guests: 4,
      organizers: 4,
      archivedShare: 0.003,
    }),
  ];
}

function harbours(): TournamentPlan[] {
  return [
    harbourMasters(2024, '2024-05-17', { guests: 2, recordsRoles: true }),
    harbourMasters(2025, '2025-05-16', { metrics: PAINTING, walkovers: ['knockout-r1-t2'] }),
    harbourMasters(2026, '2026-05-15', { tieBreakers: ['wins', 'victoryPoints'] }),
    plan({
      ...at(8, 'claddagh-commanders'),
      slug: 'island-groups-2025',
      name: 'Island Groups 2025',
      startDate: '2025-08-23',
      players: 18,
      groups: 3,
      swiss: { name: 'Group Stage', rounds: 3 },
      tieBreakers: ['battlePoints'],
      scoring: 'three',
      dropouts: 1,
    }),
  ];
}

function winters(): TournamentPlan[] {
  const skirmish = (year: number, startDate: string, special: Partial<TournamentPlan>) =>
    plan({
      ...at(5, 'vastkustens-strateger'),
      slug: `winter-skirmish-${year}`,
      name: `Winter Skirmish ${year}`,
      startDate,
      days: 1,
      players: 16,
      battleSize: 1000,
      swiss: { name: 'Swiss', rounds: 3 },
      scoring: 'three',
      recordsVictorySize: false,
      ...special,
    });
  return [
    skirmish(2023, '2023-01-21', { recordsFinalPlacement: false, recordsRounds: false }),
    skirmish(2024, '2024-01-20', { tieBreakers: ['wins'], battlePack: PLAIN_BRAWL, recordsUnscored: true }),
    skirmish(2025, '2025-01-18', { battlePack: null, organizers: 0, recordsRounds: false }),
    skirmish(2026, '2026-01-17', { battlePack: GAUNTLET, tieBreakers: ['opponentsWins', 'wins', 'victoryPoints'] }),
  ];
}

function summers(): TournamentPlan[] {
  const muster = (year: number, startDate: string, special: Partial<TournamentPlan>) =>
    plan({
      ...at(4, 'smocza-jama'),
      slug: `midsummer-muster-${year}`,
      name: `Midsummer Muster ${year}`,
      description: 'Turniej drużynowy w duchu, indywidualny w punktach.',
      startDate,
      players: 30,
      swiss: { name: 'Swiss Rounds', rounds: 5 },
      tieBreakers: ['wins', 'opponentsWins', 'battlePoints', 'opponentsBattlePoints'],
      ...special,
    });
  return [
    muster(2023, '2023-06-24', { recordsFinalPlacement: false, battlePack: LONG_CAMPAIGN }),
    muster(2024, '2024-06-22', { battlePack: PITCHED_2024, guests: 1, metrics: DEEDS }),
    muster(2025, '2025-06-21', { battlePack: PITCHED_2025, listShare: 1, noShows: 2 }),
    muster(2026, '2026-06-20', { battlePack: LONG_CAMPAIGN, scoring: 'one', recordsRoles: true }),
  ];
}

function nights(): TournamentPlan[] {
  const months = ['2025-12-05', '2026-02-06', '2026-04-10', '2026-06-05', '2026-08-07', '2026-10-09'];
  return months.map((startDate, month) =>
    plan({
      ...at(1, 'harbour-wargamers'),
      slug: `harbour-night-${startDate.slice(0, 7)}`,
      name: `Harbour Night ${month + 1}`,
      description: 'Friday to Saturday, lights out at two.',
      startDate,
      players: 20,
      swiss: { name: month < 3 ? 'Swiss Stage' : 'Night Rounds', rounds: 4 },
      battleSize: 1500,
      scoring: month % 2 === 0 ? 'twenty' : 'three',
      recordsRoles: month % 3 === 0,
      recordsRounds: month !== 1,
      guests: month % 3,
      noShows: month === 4 ? 1 : 0,
      dropouts: month === 4 ? 1 : 0,
    }),
  );
}
