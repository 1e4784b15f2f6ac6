// CSV versions of the tables on a tournament's pages.
import { scoredIn, tellsApart } from '../components/scored.js';
import type {
  BoardEntryFragment,
  MatchEntryFragment,
  ParticipantEntryFragment,
  ParticipantsPageQuery,
  ParticipantsPageQueryVariables,
  StagePageQuery,
  StagePageQueryVariables,
  TournamentBattlesPageQuery,
  TournamentBattlesPageQueryVariables,
} from '../operations.generated.js';
import { wholeNumber } from '../page-route.js';
import { route } from '../route.js';
import { type Columns, csv, fields } from './csv.js';

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
  const scored = scoredIn(rows);
  const points: Columns<BoardEntryFragment> = {
    ...(scored.battlePoints && fields('battlePoints')),
    ...(scored.victoryPoints && fields('victoryPoints', 'victoryPointsDiff')),
  };
  const ranking: Columns<BoardEntryFragment> = Object.fromEntries(
    rankedBy.flatMap((each, at) =>
      tellsApart(each, scored) ? [[`ranked by ${each}`, (row: BoardEntryFragment) => row.rankedBy[at]]] : [],
    ),
  );
  return csv({ ...BOARD, ...points, ...ranking }, rows);
}

const BOARD: Columns<BoardEntryFragment> = {
  ...fields('rank', 'group'),
  player: ({ name }) => name,
  ...fields('playerId', 'faction', 'battles', 'wins', 'draws', 'losses'),
};

const bracketTable = ({ matches }: Extract<Standings, { __typename: 'Bracket' }>) => csv(MATCH, matches);

const MATCH: Columns<MatchEntryFragment> = {
  ...fields('round', 'table'),
  first: ({ players }) => players[0]?.name,
  second: ({ players }) => players[1]?.name,
  winner: ({ winner }) => winner?.name,
  ...fields('battleId'),
};

/** The most that a listing gives at once. */
const PIECE = 100;

export const participantsTable = route<ParticipantsPageQuery, ParticipantsPageQueryVariables>({
  path: '/tournaments/{slug}/participants.csv',
  operation: 'ParticipantsPage',
  variables: ({ parameters: { slug = '' }, after }) => ({ slug, first: PIECE, after }),
  view: ({ tournament }, { after }) =>
    tournament && csv(PARTICIPANT, tournament.participants.nodes, { head: after === undefined }),
  next: ({ tournament }) => tournament?.participants.nextCursor ?? null,
});

const PARTICIPANT: Columns<ParticipantEntryFragment> = {
  player: ({ name }) => name,
  ...fields('playerId'),
  club: ({ club }) => club?.name,
  ...fields('group', 'dropped', 'finalPlacement', 'faction'),
  subFaction: ({ list }) => list?.subFaction,
  points: ({ list }) => list?.points,
  team: ({ teamName }) => teamName,
};

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
  view: ({ battles }, { after }) => battles && csv(BATTLE, battles.nodes, { head: after === undefined }),
  next: ({ battles }) => battles?.nextCursor ?? null,
});

type Battle = NonNullable<TournamentBattlesPageQuery['battles']>['nodes'][number];

const sideColumns = (which: string, at: number): Columns<Battle> => ({
  [`${which} player`]: ({ players }) => players[at]?.name,
  [`${which} faction`]: ({ players }) => players[at]?.faction,
  [`${which} battlePoints`]: ({ players }) => players[at]?.battlePoints,
  [`${which} victoryPoints`]: ({ players }) => players[at]?.victoryPoints,
});

const BATTLE: Columns<Battle> = {
  ...fields('battleId', 'date'),
  stage: ({ stageId }) => stageId,
  ...fields('round', 'scenario'),
  ...sideColumns('first', 0),
  ...sideColumns('second', 1),
  ...fields('winner'),
};
