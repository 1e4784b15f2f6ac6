import { range } from 'd3-array';
import { stageAt } from '../components/addresses.js';
import { BoardTables, rankedInWords } from '../components/board-table.js';
import { BracketTree } from '../components/bracket-tree.js';
import { Link } from '../components/link.js';
import { TournamentFrame } from '../components/tournament-frame.js';
import type { StagePageQuery, StagePageQueryVariables } from '../operations.generated.js';
import { page, wholeNumber } from '../page-route.js';

export const stagePage = page<StagePageQuery, StagePageQueryVariables>({
  path: '/tournaments/{slug}/{stage}',
  operation: 'StagePage',
  live: true,
  query: ['round'],
  variables: ({ parameters: { slug = '', stage = '' }, query }) => ({ slug, stage, round: wholeNumber(query.round) }),
  view({ tournament, standings }, { query }) {
    if (!tournament || !standings) return null;
    const { stage } = standings;
    const round = query.round === undefined ? undefined : Number(query.round);
    const when = round === undefined ? '' : `, as it stood after round ${round}`;
    return {
      title: `${stage.name}, ${tournament.name}`,
      description: `${stage.name} of ${tournament.name}${when}.`,
      section: 'tournaments',
      live: tournament.status === 'ongoing',
      main: (
        <TournamentFrame tournament={tournament} here={stage.stageId}>
          <h2>
            <bdi>{stage.name}</bdi>
            {round !== undefined && <span class="quiet"> after round {round}</span>}
          </h2>
          {stage.type === 'board' && (stage.rounds ?? 0) > 1 && (
            <Rounds slug={tournament.slug} stage={stage.stageId} rounds={stage.rounds ?? 0} here={round} />
          )}
          {standings.__typename === 'Bracket' ? (
            <BracketTree name={stage.name} matches={standings.matches} />
          ) : (
            <BoardTables
              name={stage.name}
              rankedBy={standings.rankedBy}
              rows={standings.rows}
              caption={stage.stageId === 'standings' ? 'Final places' : `By ${rankedInWords(standings.rankedBy)}`}
            />
          )}
          <p class="onward">
            {round === undefined && (
              <Link to={`${stageAt(tournament.slug, stage.stageId)}.csv`}>As a spreadsheet (CSV)</Link>
            )}
            {round === undefined && standings.__typename === 'Bracket' && (
              <Link to={`${stageAt(tournament.slug, stage.stageId)}.svg`}>As an image (SVG)</Link>
            )}
          </p>
        </TournamentFrame>
      ),
    };
  },
});

type RoundsProps = { slug: string; stage: string; rounds: number; here: number | undefined };

/** Links to the current table and to the table after each round. */
function Rounds({ slug, stage, rounds, here }: RoundsProps) {
  return (
    <nav class="rounds" aria-label="The board after each round">
      <span>After round</span>
      <ul>
        {range(1, rounds + 1).map((round) => (
          <li key={round}>
            <Link to={stageAt(slug, stage, round)} here={round === here}>
              {round}
            </Link>
          </li>
        ))}
        <li>
          <Link to={stageAt(slug, stage)} here={here === undefined}>
            now
          </Link>
        </li>
      </ul>
    </nav>
  );
}
