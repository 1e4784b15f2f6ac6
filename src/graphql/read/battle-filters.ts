// Filters of battles, which always have a parent: a player, a tournament or a club.
import type { InputShapeFromFields } from '@pothos/core';
import { sameFaction } from '../../db/read/filter.js';
import { errors } from '../../errors.js';
import { builder } from '../builder/builder.js';
import { Outcome, Role } from '../builder/enums.js';
import { COUNT, COUNT_OF_CLUB_BATTLES, type Cost, FILTER, FILTER_OF_CLUB_BATTLES } from '../builder/prices.js';
import { ALIKE, defined, withoutNul } from './filters.js';
import { costOfPage, type ListingArgs, type ListingFilter } from './listing.js';

export const battleFilterArgs = builder.args((t) => ({
  stage: t.string({ description: 'Id of the tournament stage.' }),
  round: t.int({ description: 'Round number, counting from 1.' }),
  faction: t.string({ description: `Played by the player, or when none is named by either side, ${ALIKE}.` }),
  opponent: t.id({ description: 'The public id of the player on the other side; only with `player`.' }),
  role: t.field({
    type: Role,
    description: 'Role of `player` or, without it, of a side that also has `faction` and `outcome`.',
  }),
  outcome: t.field({
    type: Outcome,
    description: 'Outcome for `player` or, without it, for a side that also has `faction` and `role`.',
  }),
  finished: t.boolean({ description: 'Only battles that have a result, or with false only those that have none yet.' }),
}));

/** The first one given is the parent of the listing, as it has the fewest battles. The others are filters. */
const OF = ['player', 'tournament', 'club'] as const;
type Of = { [of in (typeof OF)[number]]?: string | number | null | undefined };
type BattleFilters = InputShapeFromFields<typeof battleFilterArgs> & Of;

export function battlesOf(args: Of): (typeof OF)[number] {
  const of = OF.find((each) => args[each] != null);
  if (of === undefined) throw errors.atLeastOneOf(OF);
  return of;
}

/** Narrows a player's sides, a tournament's battles or the rows of a club's list. */
export function narrowBattles(of: (typeof OF)[number], args: BattleFilters): ListingFilter {
  checkBattles(args);
  const { stage, round, role, outcome, finished } = args;
  const tournament = of === 'tournament' || args.tournament == null ? null : withoutNul(args.tournament);
  const club = of === 'club' || args.club == null ? null : withoutNul(args.club);
  const faction = args.faction == null ? null : withoutNul(args.faction);
  const player = of === 'player' || args.player == null ? null : withoutNul(args.player);
  const opponent = args.opponent == null ? null : withoutNul(args.opponent);
  const battle = defined({
    stageId: stage == null ? null : withoutNul(stage),
    round,
    tournamentSlug: tournament,
    listing: club === null ? null : { some: { clubSlug: club } },
    // As in the lists of a club or a player, also where the parent is a tournament.
    archived: club === null && player === null ? null : false,
  });
  const side = {
    ...defined<unknown>({ faction: faction === null ? null : sameFaction.recorded(faction), role }),
    ...ended(outcome, finished),
    ...(player !== null && { playerId: player, ...NOT_REMOVED }),
  };
  const sides = Object.keys(side).length === 0 ? {} : { sides: { some: side } };
  // The player's own side would match too, because `some` looks at both sides; no player has both.
  const isSelf = opponent === String(args.player);
  const met =
    opponent === null ? {} : { sides: { some: { playerId: isSelf ? { in: [] } : opponent, ...NOT_REMOVED } } };
  const where = {
    player: { ...side, ...about({ ...battle, ...met }) },
    tournament: { ...battle, ...sides, ...(opponent !== null && { AND: met }) },
    club: { ...(faction !== null && { factions: sameFaction.spellings(faction) }), ...about({ ...battle, ...sides }) },
  }[of];
  const played = of === 'club' &&
    faction !== null && { ofParent: { factions: { some: { faction: sameFaction.spelling(faction) } } } };
  return {
    where,
    ...played,
    tags: club === null ? [] : [['club', club]],
    given: defined({ tournament, club, player, stage, round, faction, opponent, role, outcome, finished }),
  };
}

/** Either both sides have an outcome or none has. */
function ended(outcome: BattleFilters['outcome'], finished: boolean | null | undefined): object {
  if (finished === false) return { outcome: outcome == null ? null : { in: [] } };
  return outcome != null ? { outcome } : finished ? { outcome: { not: null } } : {};
}

/** A removed player has no name in battles, and no id for callers. */
const NOT_REMOVED = { name: { not: null } };

const about = (battle: object) => (Object.keys(battle).length === 0 ? {} : { battle });

/** What each filter needs: on a club's list alone, a filter that few battles match would scan for long. */
const NEEDS: Record<string, readonly (keyof BattleFilters)[]> = {
  opponent: ['player'],
  stage: ['player', 'tournament'],
  round: ['player', 'tournament'],
  role: ['player', 'tournament', 'faction'],
  outcome: ['player', 'tournament', 'faction'],
  finished: ['player', 'tournament', 'faction'],
};

function checkBattles(args: BattleFilters): void {
  if (args.round != null && args.round < 1) throw errors.notPositiveInteger('round');
  for (const [name, others] of Object.entries(NEEDS)) {
    const isAlone = others.every((other) => args[other] == null);
    if (args[name as keyof BattleFilters] != null && isAlone) throw errors.needsAnother(name, others);
  }
}

/** Cost of a page of filtered battles. */
export function battlesCost(of: (typeof OF)[number], args: ListingArgs & BattleFilters): Cost {
  const [count, filter] = of === 'club' ? [COUNT_OF_CLUB_BATTLES, FILTER_OF_CLUB_BATTLES] : [COUNT, FILTER];
  const cost = costOfPage(args, count);
  const { where = {} } = narrowBattles(of, args);
  return { ...cost, field: cost.field + (Object.keys(where).length === 0 ? 0 : filter) };
}
