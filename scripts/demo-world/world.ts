import type { BundleRecord } from '@battle-results/bundle-format/record';
import { BATTLE_PACKS } from './battle-packs.js';
import { type CasualPlan, casualBattle } from './casual.js';
import { clubRecord, SMALL_WORLD_CLUBS } from './clubs.js';
import { FACTIONS, factionRecord } from './factions.js';
import { FINISHED_TOURNAMENTS } from './finished-tournaments.js';
import { OPEN_TOURNAMENTS } from './open-tournaments.js';
import { tournamentsOverTheYears } from './over-the-years.js';
import { PLAYERS_PER_LATER_CLUB, playerRecord, SMALL_WORLD_PLAYERS } from './players.js';
import { Random } from './random.js';
import { playTournament } from './tournament.js';

const SMALL_WORLD_CASUAL_BATTLES = 320;
const BATTLES_PER_CLUB = 1400;

/**
 * An invented world, identical in every run, with at least the wanted number of battles. The small one, which is
 * shipped, has an example of everything that the service can show; a bigger one adds ordinary tournaments and casual
 * battles. Only one tournament at a time is held in memory.
 */
export function* makeWorld(wanted = 0): Generator<BundleRecord> {
  const laterClubs = Math.ceil(wanted / BATTLES_PER_CLUB);
  const clubs = SMALL_WORLD_CLUBS + laterClubs;
  const players = SMALL_WORLD_PLAYERS + laterClubs * PLAYERS_PER_LATER_CLUB;
  for (let number = 0; number < clubs; number++) yield clubRecord(number);
  for (let number = 0; number < players; number++) yield playerRecord(number);
  yield* BATTLE_PACKS;
  yield* FACTIONS.map(factionRecord);

  let battles = SMALL_WORLD_CASUAL_BATTLES;
  for (const plan of [...FINISHED_TOURNAMENTS, ...OPEN_TOURNAMENTS]) {
    battles += yield* playTournament(plan, SMALL_WORLD_PLAYERS);
  }
  const casual = Math.max(0, Math.floor((wanted - battles) / 10));
  for (const plan of tournamentsOverTheYears(clubs)) {
    if (battles >= wanted - casual) break;
    battles += yield* playTournament(plan, players);
  }
  const small = { firstDay: '2023-01-02', days: 1410, players: SMALL_WORLD_PLAYERS, complete: false };
  yield* casualBattles('casual battles', 1, SMALL_WORLD_CASUAL_BATTLES, small);
  const big = { firstDay: '2002-01-04', days: 9000, players, complete: true };
  yield* casualBattles('more casual battles', SMALL_WORLD_CASUAL_BATTLES + 1, Math.max(0, wanted - battles), big);
}

function* casualBattles(seed: string, first: number, count: number, plan: CasualPlan) {
  const random = new Random(seed);
  for (let number = first; number < first + count; number++) yield casualBattle(random, number, plan);
}
