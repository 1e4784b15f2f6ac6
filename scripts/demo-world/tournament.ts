import type { BattleRecord, ParticipantRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { TEAM_TIE_BREAKERS } from '@battle-results/bundle-format/team-tie-breaker';
import { daysAfter } from './calendar-day.js';
import { type Entrant, signUp } from './entrants.js';
import { TournamentEvent } from './event.js';
import { stagesOf, type TournamentPlan } from './plan.js';
import { isRemoved, playerId } from './players.js';
import { Random } from './random.js';
import { playStages } from './stages.js';
import { teamRecords } from './teams.js';

/** Plays a tournament; yields its record, then its battles, and returns their number. */
export function* playTournament(
  plan: TournamentPlan,
  population: number,
): Generator<TournamentRecord | BattleRecord, number> {
  const random = new Random(plan.slug);
  const entrants = signUp(plan, random, population);
  const event = new TournamentEvent(plan, random);
  const places = playStages(event, entrants);
  // A generator of their own: organisers must not depend on how far the tournament has been played.
  const organizers = organizersOf(plan, new Random(`${plan.slug} organizers`), population);
  yield tournamentRecord(event, organizers, entrants, places);
  yield* event.battles;
  return event.battles.length;
}

function organizersOf(plan: TournamentPlan, random: Random, population: number): string[] {
  const organizers: string[] = [];
  for (let number = random.below(population); organizers.length < plan.organizers; number += 17) {
    if (!isRemoved(number % population)) organizers.push(playerId(number % population));
  }
  // In the order of an export.
  return organizers.sort();
}

function tournamentRecord(
  { plan, matches }: TournamentEvent,
  organizers: string[],
  entrants: readonly Entrant[],
  places: ReadonlyMap<Entrant, number>,
): TournamentRecord {
  const placed = plan.status === 'finished' && plan.recordsFinalPlacement;
  return {
    type: 'tournament',
    slug: plan.slug,
    name: plan.name,
    published: plan.published,
    status: plan.status,
    startDate: plan.startDate,
    endDate: plan.startDate === null ? null : daysAfter(plan.startDate, plan.days - 1),
    description: plan.description,
    city: plan.city,
    country: plan.country,
    battleSize: plan.battleSize,
    battlePack: plan.battlePack?.name ?? null,
    club: plan.club,
    tieBreakers: [...plan.tieBreakers],
    groups: plan.groups > 0,
    listsFrom: null,
    provenance: null,
    organizers,
    stages: stagesOf(plan),
    teamDrawRange: plan.teamDrawRange,
    teamTieBreakers: TEAM_TIE_BREAKERS.slice(0, 4),
    teams: teamRecords(plan),
    participants: entrants.map((entrant) => participant(entrant, placed ? (places.get(entrant) ?? null) : null)),
    bracketMatches: matches,
  };
}

const participant = (entrant: Entrant, finalPlacement: number | null): ParticipantRecord => ({
  entry: entrant.entry,
  playerId: entrant.playerId,
  name: entrant.name,
  club: entrant.club,
  group: entrant.group,
  team: entrant.team,
  dropped: entrant.dropped,
  finalPlacement,
  list: entrant.submitted,
  unplayed: [],
});
