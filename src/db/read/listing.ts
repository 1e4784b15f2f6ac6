// The listings: which rows, in which order. `node` is the relation that leads from a row to what the listing shows.
import type { Model, Where } from './model.js';
import type { Listing } from './page.js';
import { LISTED_BATTLE, VISIBLE } from './visibility.js';

const NEWEST = { newest: 'desc' };
const ALPHABETICAL = { alphabetical: 'asc' };
const CLUB = { model: 'Club', where: VISIBLE.Club } as const;
const PLAYER = { model: 'Player', where: VISIBLE.Player } as const;
const TOURNAMENT = { model: 'Tournament', where: VISIBLE.Tournament } as const;

export const LISTINGS = {
  tournaments: listing({ model: 'Tournament', parent: null, where: VISIBLE.Tournament, orderBy: NEWEST }),
  clubs: listing({ model: 'Club', parent: null, where: VISIBLE.Club, orderBy: ALPHABETICAL }),
  clubTournaments: listing({
    model: 'Tournament',
    parent: { ...CLUB, relation: 'tournaments' },
    where: VISIBLE.Tournament,
    orderBy: NEWEST,
  }),
  clubBattles: listing({
    model: 'ClubBattle',
    node: 'battle',
    parent: { ...CLUB, relation: 'listing' },
    where: { battle: LISTED_BATTLE },
    orderBy: NEWEST,
  }),
  playerBattles: listing({
    model: 'BattleSide',
    node: 'battle',
    parent: { ...PLAYER, relation: 'sides' },
    where: { battle: LISTED_BATTLE },
    orderBy: NEWEST,
  }),
  playerParticipations: listing({
    model: 'Participant',
    parent: { ...PLAYER, relation: 'participants' },
    where: { tournament: VISIBLE.Tournament },
    orderBy: { tournament: NEWEST },
  }),
  tournamentBattles: listing({
    model: 'Battle',
    parent: { ...TOURNAMENT, relation: 'battles' },
    where: {},
    orderBy: NEWEST,
  }),
  tournamentParticipants: listing({
    model: 'Participant',
    parent: { ...TOURNAMENT, relation: 'participants' },
    where: {},
    orderBy: ALPHABETICAL,
  }),
};

function listing<M extends Model>(of: Listing & { model: M; where: Where<M> }): Listing {
  return of;
}
