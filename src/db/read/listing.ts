// Definitions of the listings: their rows and their orders, of which the first is the default. `node` is the relation
// from a row to what the listing shows.
import type { Model, Where } from './model.js';
import type { Listing } from './page.js';
import { LISTED_BATTLE, VISIBLE } from './visibility.js';

const NEWEST = { newest: 'desc' };
const STRONGEST = { strongest: { rating: { strongest: 'asc' } } };
const ALPHABETICAL = { alphabetical: 'asc' };
const TOURNAMENT_ORDERS = {
  newest: NEWEST,
  earliest: { newest: 'asc' },
  alphabetical: ALPHABETICAL,
  largest: { size: { largest: 'asc' } },
};
const CLUB = { model: 'Club', where: VISIBLE.Club } as const;
const PLAYER = { model: 'Player', where: VISIBLE.Player } as const;
const TOURNAMENT = { model: 'Tournament', where: VISIBLE.Tournament } as const;

export const LISTINGS = {
  tournaments: listing({ model: 'Tournament', parent: null, where: VISIBLE.Tournament, orders: TOURNAMENT_ORDERS }),
  clubs: listing({
    model: 'Club',
    parent: null,
    where: VISIBLE.Club,
    orders: { alphabetical: ALPHABETICAL, largest: { largest: 'asc' } },
  }),
  players: listing({
    model: 'Player',
    parent: null,
    where: VISIBLE.Player,
    orders: { alphabetical: ALPHABETICAL, busiest: { activity: { busiest: 'asc' } } },
  }),
  factions: listing({
    model: 'Faction',
    parent: null,
    where: VISIBLE.Faction,
    orders: { alphabetical: ALPHABETICAL },
  }),
  matchupBattles: listing({
    model: 'CountedBattle',
    node: 'battle',
    parent: { model: 'Matchup', where: {}, relation: 'battles' },
    where: { battle: LISTED_BATTLE },
    orders: { newest: NEWEST },
  }),
  ratings: listing({
    model: 'Player',
    parent: null,
    where: { ...VISIBLE.Player, rating: { provisional: false } },
    orders: STRONGEST,
  }),
  provisionalRatings: listing({
    model: 'Player',
    parent: null,
    where: { ...VISIBLE.Player, rating: { provisional: true } },
    orders: STRONGEST,
  }),
  playerRatings: listing({
    model: 'Rating',
    parent: { ...PLAYER, relation: 'ratings' },
    where: {},
    orders: { newest: { week: 'desc' } },
  }),
  clubTournaments: listing({
    model: 'Tournament',
    parent: { ...CLUB, relation: 'tournaments' },
    where: VISIBLE.Tournament,
    orders: TOURNAMENT_ORDERS,
  }),
  clubBattles: listing({
    model: 'ClubBattle',
    node: 'battle',
    parent: { ...CLUB, relation: 'listing' },
    where: { battle: LISTED_BATTLE },
    orders: { newest: NEWEST },
  }),
  playerBattles: listing({
    model: 'BattleSide',
    node: 'battle',
    parent: { ...PLAYER, relation: 'sides' },
    where: { battle: LISTED_BATTLE },
    orders: { newest: NEWEST },
  }),
  playerParticipations: listing({
    model: 'Participant',
    parent: { ...PLAYER, relation: 'participants' },
    where: { tournament: VISIBLE.Tournament },
    orders: { newest: { tournament: NEWEST } },
  }),
  tournamentBattles: listing({
    model: 'Battle',
    parent: { ...TOURNAMENT, relation: 'battles' },
    where: {},
    orders: { newest: NEWEST },
  }),
  tournamentParticipants: listing({
    model: 'Participant',
    parent: { ...TOURNAMENT, relation: 'participants' },
    where: {},
    orders: { alphabetical: ALPHABETICAL },
  }),
};

type Orders<Name extends string> = { first: Listing; by: Record<Name, Listing> };

function listing<M extends Model, Name extends string>({
  orders,
  ...of
}: Omit<Listing, 'orderBy'> & { model: M; where: Where<M>; orders: Record<Name, object> }): Orders<Name> {
  const all = Object.entries<object>(orders).map(([name, orderBy]) => [name, { ...of, orderBy }] as const);
  const [first] = all;
  if (!first) throw new Error('A listing has an order');
  return { first: first[1], by: Object.fromEntries(all) as unknown as Record<Name, Listing> };
}
