// CSV versions of the tables on a tournament's pages.
import type {
  ParticipantsPageQuery,
  ParticipantsPageQueryVariables,
  StagePageQuery,
  StagePageQueryVariables,
  TournamentBattlesPageQuery,
  TournamentBattlesPageQueryVariables,
} from '../operations.generated.js';
import { wholeNumber } from '../page-route.js';
import { route } from '../route.js';
import { csv } from './csv.js';

export const stageTable = route<StagePageQuery, StagePageQueryVariables>({
  path: '/tournaments/{slug}/{stage}.csv',
  operation: 'StagePage',
  query: ['round'],
  variables: ({ parameters: { slug = '', stage = '' }, query }) => ({ slug, stage, round: wholeNumber(query.round) }),
  view({ standings }) {
    if (!standings) return null;
    return standings.__typename === 'Board' ? boardTable(standings) : bracketTable(standings);
  },
});

type Standings = NonNullable<StagePageQuery['standings']>;

function boardTable({ rankedBy, rows }: Extract<Standings, { __typename: 'Board' }>) {
  return csv(
    [
      'rank',
      'group',
      'player',
      'playerId',
      'faction',
      'battles',
      'wins',
      'draws',
      'losses',
      ...FIGURES,
      ...rankedBy.map((each) => `ranked by ${each}`),
    ],
    rows.map((row) => [
      row.rank,
      row.group,
      row.name,
      row.playerId,
      row.faction,
      row.battles,
      row.wins,
      row.draws,
      row.losses,
      row.battlePoints,
      row.victoryPoints,
      row.victoryPointsDiff,
      ...row.rankedBy,
    ]),
  );
}

const FIGURES = ['battlePoints', 'victoryPoints', 'victoryPointsDiff'];

function bracketTable({ matches }: Extract<Standings, { __typename: 'Bracket' }>) {
  return csv(
    ['round', 'table', 'first', 'second', 'winner', 'battleId'],
    matches.map(({ round, table, players, winner, battleId }) => [
      round,
      table,
      players[0]?.name,
      players[1]?.name,
      winner?.name,
      battleId,
    ]),
  );
}

/** The most that a listing gives at once. */
const PIECE = 100;

export const participantsTable = route<ParticipantsPageQuery, ParticipantsPageQueryVariables>({
  path: '/tournaments/{slug}/participants.csv',
  operation: 'ParticipantsPage',
  variables: ({ parameters: { slug = '' }, after }) => ({ slug, first: PIECE, after }),
  view: ({ tournament }, { after }) =>
    tournament &&
    csv(
      after === undefined ? PARTICIPANT : null,
      tournament.participants.nodes.map(({ name, playerId, club, group, dropped, finalPlacement, list }) => [
        name,
        playerId,
        club?.name,
        group,
        dropped,
        finalPlacement,
        list?.faction,
        list?.subFaction,
        list?.points,
      ]),
    ),
  next: ({ tournament }) => tournament?.participants.nextCursor ?? null,
});

const PARTICIPANT = [
  'player',
  'playerId',
  'club',
  'group',
  'dropped',
  'finalPlacement',
  'faction',
  'subFaction',
  'points',
];

export const battlesTable = route<TournamentBattlesPageQuery, TournamentBattlesPageQueryVariables>({
  path: '/tournaments/{slug}/battles.csv',
  operation: 'TournamentBattlesPage',
  query: ['faction', 'stage', 'round'],
  variables: ({ parameters: { slug = '' }, query, after }) => ({
    ...query,
    slug,
    round: wholeNumber(query.round),
    first: PIECE,
    after,
  }),
  view: ({ battles }, { after }) =>
    battles &&
    csv(
      after === undefined ? BATTLE : null,
      battles.nodes.map(({ battleId, date, stageId, round, scenario, players, winner }) => [
        battleId,
        date,
        stageId,
        round,
        scenario,
        ...[0, 1].flatMap((at) => {
          const side = players[at];
          return [side?.name, side?.faction, side?.battlePoints, side?.victoryPoints];
        }),
        winner,
      ]),
    ),
  next: ({ battles }) => battles?.nextCursor ?? null,
});

const SIDE = ['player', 'faction', 'battlePoints', 'victoryPoints'];
const BATTLE = [
  'battleId',
  'date',
  'stage',
  'round',
  'scenario',
  ...['first', 'second'].flatMap((side) => SIDE.map((name) => `${side} ${name}`)),
  'winner',
];
