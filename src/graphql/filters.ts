// Filters of listings: their arguments, the conditions they become, and their cost. A value that matches nothing gives
// an empty listing.
import type { InputShapeFromFields } from '@pothos/core';
import type { SearchKind } from '../db/generated/enums.js';
import { exactFacet, type Filter, facet, factionFacet, sameFaction } from '../db/read/filter.js';
import { errors } from '../errors.js';
import { builder } from './builder.js';
import type { Context } from './context.js';
import {
  COUNT,
  COUNT_FOR_EACH_FILTER,
  COUNT_OF_CLUB_BATTLES,
  COUNT_OF_EVERYTHING,
  type Cost,
  FILTER,
  FILTER_OF_CLUB_BATTLES,
  searchCost,
} from './cost.js';
import { ClubOrder, Outcome, PlayerOrder, Role, StageType, TournamentOrder, TournamentStatus } from './enums.js';
import { createPageCost, datesAreFilter, type ListingArgs, type ListingName, type Narrowing } from './listing.js';
import { checkText, wordsIn } from './text.js';

const ALIKE = 'without regard to case and accents';

const textArg = builder.args((t) => ({
  text: t.string({ description: 'Every word of it begins a word of the name, as in `search`.' }),
}));

const placeArgs = builder.args((t) => ({
  country: t.string({ description: `Country name, ${ALIKE}.` }),
  city: t.string({ description: `Town or city, ${ALIKE}.` }),
}));

export const tournamentFilterArgs = builder.args((t) => ({
  status: t.field({ type: TournamentStatus, description: 'Only tournaments with this status.' }),
  ...textArg,
  ...placeArgs,
  battlePack: t.string({ description: `Name of the battle pack used, ${ALIKE}.` }),
  faction: t.string({ description: `A faction that a player has signed up with or played there, ${ALIKE}.` }),
  factionSlug: t.string({ description: 'The short name of such a faction; it matches under any of its names.' }),
  stageType: t.field({ type: StageType, description: 'Only those with a stage of this type.' }),
  battleSize: t.int({ description: 'Points limit per army.' }),
  minPlayers: t.int({ description: 'At least this many players signed up.' }),
  maxPlayers: t.int({ description: 'At most this many players signed up.' }),
  orderBy: t.field({ type: TournamentOrder, description: 'Newest first when left out.' }),
}));

export const clubFilterArgs = builder.args((t) => ({
  ...textArg,
  ...placeArgs,
  orderBy: t.field({ type: ClubOrder, description: 'Alphabetical when left out.' }),
}));

export const ratingFilterArgs = builder.args((t) => ({
  club: t.string({ description: 'The short name of a club that the player has represented in a tournament.' }),
  faction: t.string({ description: `A faction that the player has signed up with or played, ${ALIKE}.` }),
}));

export const playerFilterArgs = builder.args((t) => ({
  ...textArg,
  ...ratingFilterArgs,
  minBattles: t.int({ description: 'At least this many battles.' }),
  orderBy: t.field({ type: PlayerOrder, description: 'Alphabetical when left out.' }),
}));

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

type TournamentFilters = InputShapeFromFields<typeof tournamentFilterArgs>;
type ClubFilters = InputShapeFromFields<typeof clubFilterArgs>;
type PlayerFilters = InputShapeFromFields<typeof playerFilterArgs>;
/** The first one given is the parent of the listing, as it has the fewest battles. The others are filters. */
const OF = ['player', 'tournament', 'club'] as const;
type Of = { [of in (typeof OF)[number]]?: string | number | null | undefined };
type BattleFilters = InputShapeFromFields<typeof battleFilterArgs> & Of;

export function narrowTournaments({ orderBy, ...args }: TournamentFilters): Narrowing {
  const { status, text, country, city, battlePack, stageType, battleSize, minPlayers, maxPlayers } = args;
  const { faction, factionSlug } = args;
  const sizes = bounds({ minPlayers, maxPlayers });
  return {
    where: status == null ? {} : { status },
    filters: [
      ...named('tournament', text),
      ...facets({ country, city, pack: battlePack, faction, stage: stageType, size: battleSize }),
      ...(factionSlug == null ? [] : [factionFacet(withoutNul(factionSlug))]),
      ...(sizes ? [{ relation: 'size', where: { players: sizes } }] : []),
    ],
    orderBy,
    given: defined({
      status,
      text,
      country,
      city,
      battlePack,
      faction,
      stageType,
      battleSize,
      minPlayers,
      maxPlayers,
      factionSlug,
    }),
  };
}

export function narrowClubs({ text, country, city, orderBy }: ClubFilters): Narrowing {
  const filters = [...named('club', text), ...facets({ country, city })];
  return { filters, orderBy, given: defined({ text, country, city }) };
}

export function narrowPlayers({ text, club, faction, minBattles, orderBy }: PlayerFilters): Narrowing {
  const battles = bounds({ minBattles });
  return {
    filters: [
      ...named('player', text),
      ...(club == null ? [] : [exactFacet('club', withoutNul(club))]),
      ...facets({ faction }),
      ...(battles ? [{ relation: 'activity', where: { battles } }] : []),
    ],
    orderBy,
    given: defined({ text, club, faction, minBattles }),
  };
}

export function battlesOf(args: Of): (typeof OF)[number] {
  const of = OF.find((each) => args[each] != null);
  if (of === undefined) throw errors.noneOf(OF);
  return of;
}

/** Narrows a player's sides, a tournament's battles or the rows of a club's list. */
export function narrowBattles(of: (typeof OF)[number], args: BattleFilters): Narrowing {
  checkBattles(args);
  const { stage, round, role, outcome, finished } = args;
  const tournament = of === 'tournament' || args.tournament == null ? null : withoutNul(args.tournament);
  const club = of === 'club' || args.club == null ? null : withoutNul(args.club);
  const faction = args.faction == null ? null : withoutNul(args.faction);
  const opponent = args.opponent == null ? null : withoutNul(args.opponent);
  const battle = defined({
    stageId: stage == null ? null : withoutNul(stage),
    round,
    tournamentSlug: tournament,
    listing: club === null ? null : { some: { clubSlug: club } },
  });
  const side = {
    ...defined<unknown>({ faction: faction === null ? null : sameFaction.recorded(faction), role }),
    ...ended(outcome, finished),
  };
  const sides = Object.keys(side).length === 0 ? {} : { sides: { some: side } };
  // The player's own side would match too, because `some` looks at both sides; no player has both.
  const isSelf = opponent === String(args.player);
  const met =
    opponent === null ? {} : { sides: { some: { playerId: isSelf ? { in: [] } : opponent, ...NOT_REMOVED } } };
  const where = {
    player: { ...side, ...about({ ...battle, ...met }) },
    tournament: { ...battle, ...sides },
    club: { ...(faction !== null && { factions: sameFaction.spellings(faction) }), ...about({ ...battle, ...sides }) },
  }[of];
  const played = of === 'club' &&
    faction !== null && { ofParent: { factions: { some: { faction: sameFaction.spelling(faction) } } } };
  return {
    where,
    ...played,
    given: defined({ tournament, club, stage, round, faction, opponent, role, outcome, finished }),
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

/** Cost of a page of a filtered listing, of everything or of what belongs to `parent`. */
export function filteredCost(
  name: ListingName,
  args: ListingArgs,
  context: Context,
  { filters = [], orderBy }: Narrowing,
  parent?: string | null,
): Cost {
  const prices = [...filters.map(priceOf), ...(datesAreFilter(name, args, orderBy) ? [FILTER] : [])];
  const countOfAll = COUNT_OF_EVERYTHING + prices.length * COUNT_FOR_EACH_FILTER;
  const cost = createPageCost(parent == null ? countOfAll : COUNT)(args, context);
  return { ...cost, field: cost.field + sum(prices) };
}

const priceOf = (filter: Filter) => ('text' in filter ? searchCost(wordsIn(filter.text)) : FILTER);

/** The same for battles, which always have a parent. */
export function battlesCost(args: ListingArgs & BattleFilters, context: Context): Cost {
  const of = battlesOf(args);
  const [count, filter] = of === 'club' ? [COUNT_OF_CLUB_BATTLES, FILTER_OF_CLUB_BATTLES] : [COUNT, FILTER];
  const cost = createPageCost(count)(args, context);
  const { where = {} } = narrowBattles(of, args);
  return { ...cost, field: cost.field + (Object.keys(where).length === 0 ? 0 : filter) };
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

function named(kind: SearchKind, text: string | null | undefined): Filter[] {
  if (text == null) return [];
  checkText(text);
  return [{ kind, text: withoutNul(text) }];
}

function facets(of: Record<string, string | number | null | undefined>): Filter[] {
  return Object.entries(defined(of)).map(([name, value]) => facet(name, withoutNul(value)));
}

/** Builds a range from arguments named `min…` and `max…`. */
function bounds(given: Record<string, number | null | undefined>): { gte?: number; lte?: number } | null {
  const entries = Object.entries(defined(given));
  for (const [name, value] of entries) if (value < 1) throw errors.notPositiveInteger(name);
  if (entries.length === 0) return null;
  return Object.fromEntries(entries.map(([name, value]) => [name.startsWith('min') ? 'gte' : 'lte', value]));
}

export function defined<Value>(of: Record<string, Value | null | undefined>): Record<string, Value> {
  const some: Record<string, Value> = {};
  for (const name in of) {
    const value = of[name];
    if (value != null) some[name] = value;
  }
  return some;
}

/** PostgreSQL text cannot contain NUL, so no stored value does. */
export const withoutNul = (value: string | number): string => String(value).replaceAll('\0', '\uFFFD');
