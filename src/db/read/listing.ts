// Definitions of the listings: their rows and their orders.
import type { ModelName } from '../one-statement/extension.js';
import type { Where } from '../one-statement/model.js';
import type { Listing } from '../one-statement/page-plan.js';

const NEWEST = { newest: 'desc' };
const STRONGEST = { strongest: { rating: { strongest: 'asc' } } };
const ALPHABETICAL = { alphabetical: 'asc' };
const TOURNAMENT_ORDERS = {
  newest: NEWEST,
  earliest: { newest: 'asc' },
  alphabetical: ALPHABETICAL,
  largest: { size: { largest: 'asc' } },
};

export const LISTINGS = {
  tournaments: listing('tournament', { orders: TOURNAMENT_ORDERS }),
  clubs: listing('club', { orders: { alphabetical: ALPHABETICAL, largest: { largest: 'asc' } } }),
  players: listing('player', { orders: { alphabetical: ALPHABETICAL, busiest: { activity: { busiest: 'asc' } } } }),
  factions: listing('faction', { orders: { alphabetical: ALPHABETICAL } }),
  matchupBattles: listing('countedBattle', {
    node: 'battle',
    parent: { model: 'Matchup', relation: 'battles' },
    tags: ['battle'],
    orders: { newest: NEWEST },
  }),
  ratings: listing('player', { where: { rating: { provisional: false } }, orders: STRONGEST }),
  provisionalRatings: listing('player', { where: { rating: { provisional: true } }, orders: STRONGEST }),
  playerRatings: listing('rating', {
    parent: { model: 'Player', relation: 'ratings', areVisible: true },
    orders: { newest: { week: 'desc' } },
  }),
  clubTournaments: listing('tournament', {
    parent: { model: 'Club', relation: 'tournaments' },
    tags: ['tournament'],
    orders: TOURNAMENT_ORDERS,
  }),
  clubBattles: listing('clubBattle', {
    node: 'battle',
    parent: { model: 'Club', relation: 'listing' },
    orders: { newest: NEWEST },
  }),
  playerBattles: listing('battleSide', {
    node: 'battle',
    parent: { model: 'Player', relation: 'sides' },
    orders: { newest: NEWEST },
  }),
  playerParticipations: listing('participant', {
    parent: { model: 'Player', relation: 'participants' },
    orders: { newest: { tournament: NEWEST } },
  }),
  tournamentBattles: listing('battle', {
    parent: { model: 'Tournament', relation: 'battles', areVisible: true },
    orders: { newest: NEWEST },
  }),
  tournamentParticipants: listing('participant', {
    parent: { model: 'Tournament', relation: 'participants', areVisible: true },
    orders: { alphabetical: ALPHABETICAL },
  }),
};

type Definition<M extends ModelName, Order extends string> = {
  parent?: NonNullable<Listing['parent']>;
  tags?: NonNullable<Listing['tags']>;
  where?: Where<Capitalize<M>>;
  /** The relation from a row to what the listing shows, unless it shows the rows themselves. */
  node?: string;
  orders: Record<Order, object>;
};

/** A listing in each of its orders, of which `first` is the default. */
type Ordered<Order extends string> = {
  model: ModelName;
  node: string | undefined;
  first: Listing;
  by: Record<Order, Listing>;
};

function listing<M extends ModelName, Order extends string>(
  model: M,
  { parent, where = {}, node, orders, tags = [] }: Definition<M, Order>,
): Ordered<Order> {
  const all = Object.entries<object>(orders).map(
    ([name, orderBy]) => [name, { parent: parent ?? null, where, orderBy, tags }] as const,
  );
  const [first] = all;
  if (!first) throw new Error('A listing has an order');
  return { model, node, first: first[1], by: Object.fromEntries(all) as unknown as Record<Order, Listing> };
}
