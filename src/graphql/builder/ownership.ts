// What is part of a tournament, club, player or battle: remembered answers are dropped by it (topics.ts), and what is
// read once for all parts is paid once (limits-cost.ts).
export type Aggregate = 'tournament' | 'club' | 'player' | 'battle';

/** Fields that make up a page. */
const pageOf = (noun: string) => [`${noun}Connection.nodes`, `${noun}Connection.edges`, `${noun}Edge.node`];

const BATTLE = [
  'Battle.players',
  'Battle.winner',
  'BattlePlayer.grandStrategy',
  'BattlePlayer.list',
  'BattlePlayer.rounds',
  ...pageOf('Battle'),
];

/** Ratings of a player. */
export const RATED = ['Player.rating', 'Player.ratingHistory', ...pageOf('RatingWeek')];

/** Fields that lead from something to its own parts. */
export const OWNED_FIELDS: Record<Aggregate, ReadonlySet<string>> = {
  battle: new Set(BATTLE),
  player: new Set([...BATTLE, 'Player.battles', 'Player.opponents', ...RATED]),
  club: new Set([...BATTLE, 'Club.battles']),
  tournament: new Set([
    ...BATTLE,
    'Tournament.stages',
    'Tournament.tournamentOrganizers',
    'Tournament.standings',
    'Tournament.winner',
    'Tournament.winners',
    'Tournament.participants',
    'Tournament.battles',
    'Stage.standings',
    'Board.stage',
    'Board.rows',
    'Board.ranksByRound',
    'BoardRow.participant',
    'Bracket.stage',
    'Bracket.matches',
    'BracketMatch.players',
    'BracketMatch.winner',
    'BracketMatch.feeds',
    'BracketMatch.battle',
    'MatchPlayer.participant',
    ...pageOf('Participant'),
    'Participant.list',
    'Participant.boardRow',
    'Participant.tournament',
    'Battle.stage',
    'Battle.tournament',
    'BattlePlayer.participant',
  ]),
};

/** True if what the field leads to belongs to the same tournament as its parent. */
export const isPartOfTournament = (type: { name: string }, field: { name: string }): boolean =>
  OWNED_FIELDS.tournament.has(`${type.name}.${field.name}`);
