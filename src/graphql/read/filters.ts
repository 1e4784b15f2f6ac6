// Filters of listings: their arguments, the conditions they become, and their cost. A value that matches nothing gives
// an empty listing.
import type { InputShapeFromFields } from '@pothos/core';
import type { SearchKind } from '../../db/generated/enums.js';
import type { Filter } from '../../db/one-statement/filter.js';
import { anyFacet, clubFacet, facet, factionFacet, ofClub, textFilter } from '../../db/read/filter.js';
import { errors } from '../../errors.js';
import { builder } from '../builder/builder.js';
import { ClubOrder, PlayerOrder, StageType, TournamentOrder, TournamentStatus } from '../builder/enums.js';
import { COUNT_FOR_EACH_FILTER, COUNT_OF_EVERYTHING, type Cost, FILTER, searchCost } from '../builder/prices.js';
import { countryNames } from './country-names.js';
import { costOfPage, datesAreFilter, type ListingArgs, type ListingFilter, type ListingName } from './listing.js';
import { CHECKED_TEXT, wordsIn } from './text.js';

export const ALIKE = 'without regard to case and accents';
const NOT_ARCHIVED = 'archived battles do not count';

const textArg = builder.args((t) => ({
  text: t.string({
    description: 'Every word of it begins a word of the name, as in `search`.',
    extensions: CHECKED_TEXT,
  }),
}));

export const locationFilterArgs = builder.args((t) => ({
  country: t.string({ description: `Country, by any of its names or its ISO code, ${ALIKE}.` }),
  city: t.string({ description: `Town or city, ${ALIKE}.` }),
}));

export const tournamentFilterArgs = builder.args((t) => ({
  club: t.string({ description: `The club that runs it, by its short name or its name, ${ALIKE}.` }),
  status: t.field({ type: TournamentStatus, description: 'Only tournaments with this status.' }),
  ...textArg,
  ...locationFilterArgs,
  battlePack: t.string({ description: `Name of the battle pack used, ${ALIKE}.` }),
  faction: t.string({
    description: `A faction that a player has signed up with or played there, ${ALIKE}; ${NOT_ARCHIVED}.`,
  }),
  factionSlug: t.string({ description: 'The short name of such a faction; it matches under any of its names.' }),
  stageType: t.field({
    type: StageType,
    description: 'Only those with a stage of this type, among those that `stages` shows.',
  }),
  battleSize: t.int({ description: 'Points limit per army.' }),
  minPlayers: t.int({ description: 'At least this many players signed up.' }),
  maxPlayers: t.int({ description: 'At most this many players signed up.' }),
  orderBy: t.field({ type: TournamentOrder, defaultValue: 'newest', description: 'Order of the entries.' }),
}));

export const clubFilterArgs = builder.args((t) => ({
  ...textArg,
  ...locationFilterArgs,
  orderBy: t.field({ type: ClubOrder, defaultValue: 'alphabetical', description: 'Order of the entries.' }),
}));

export const ratingFilterArgs = builder.args((t) => ({
  club: t.string({
    description: `A club that the player has represented in a tournament, by its short name or its name, ${ALIKE}.`,
  }),
  faction: t.string({
    description: `A faction that the player has signed up with or played, ${ALIKE}; ${NOT_ARCHIVED}.`,
  }),
}));

export const playerFilterArgs = builder.args((t) => ({
  ...textArg,
  ...ratingFilterArgs,
  minBattles: t.int({ description: 'At least this many battles.' }),
  orderBy: t.field({ type: PlayerOrder, defaultValue: 'alphabetical', description: 'Order of the entries.' }),
}));

type TournamentFilters = InputShapeFromFields<typeof tournamentFilterArgs>;
type ClubFilters = InputShapeFromFields<typeof clubFilterArgs>;
type PlayerFilters = InputShapeFromFields<typeof playerFilterArgs>;
export function narrowTournaments({ orderBy, ...args }: TournamentFilters): ListingFilter {
  const { status, text, country, city, battlePack, stageType, battleSize, minPlayers, maxPlayers } = args;
  const { club, faction, factionSlug } = args;
  const sizes = bounds({ minPlayers, maxPlayers });
  return {
    where: status == null ? {} : { status },
    filters: [
      ...withText('tournament', text),
      ...(club == null ? [] : [ofClub(withoutNul(club))]),
      ...inCountry(country),
      ...facets({ city, pack: battlePack, faction, stage: stageType, size: battleSize }),
      ...(factionSlug == null ? [] : [factionFacet(withoutNul(factionSlug))]),
      ...(sizes ? [{ relation: 'size', where: { players: sizes } }] : []),
    ],
    orderBy,
    given: defined({
      club,
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

export function narrowClubs({ text, country, city, orderBy }: ClubFilters): ListingFilter {
  const filters = [...withText('club', text), ...inCountry(country), ...facets({ city })];
  return { filters, orderBy, given: defined({ text, country, city }) };
}

export function narrowPlayers({ text, club, faction, minBattles, orderBy }: PlayerFilters): ListingFilter {
  const battles = bounds({ minBattles });
  return {
    filters: [
      ...withText('player', text),
      ...(club == null ? [] : [clubFacet(withoutNul(club))]),
      ...facets({ faction }),
      ...(battles ? [{ relation: 'activity', where: { battles } }] : []),
    ],
    orderBy,
    given: defined({ text, club, faction, minBattles }),
  };
}

/** Cost of a page of a filtered listing of everything. */
export function filteredCost(name: ListingName, args: ListingArgs, { filters = [], orderBy }: ListingFilter): Cost {
  const prices = [...filters.map(priceOf), ...(datesAreFilter(name, args, orderBy) ? [FILTER] : [])];
  const cost = costOfPage(args, COUNT_OF_EVERYTHING + prices.length * COUNT_FOR_EACH_FILTER);
  return { ...cost, field: cost.field + sum(prices) };
}

const priceOf = (filter: Filter) => ('text' in filter ? searchCost(wordsIn(String(filter.text))) : FILTER);

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);

const withText = (kind: SearchKind, text: string | null | undefined): Filter[] =>
  text == null ? [] : [textFilter(kind, withoutNul(text))];

const inCountry = (country: string | null | undefined): Filter[] =>
  country == null ? [] : [anyFacet('country', countryNames(withoutNul(country)))];

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
