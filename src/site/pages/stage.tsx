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
  view({ tournament, standings, now, open }, { query }) {
    if (!tournament || !standings) return null;
    const { stage } = standings;
    const round = query.round === undefined ? undefined : Number(query.round);
    const paired = now && 'rows' in now ? pairedIn(now.rows, stage.rounds ?? 0) : 0;
    const isOpen = tournament.status === 'ongoing' && open?.nodes.some((battle) => battle.round === paired);
    const playing = isOpen ? paired : undefined;
    const played = isOpen ? paired - 1 : paired;
    const when = round === undefined ? '' : ` ${whenInWords(round, playing, played)}`;
    return {
      title: `${stage.name}, ${tournament.name}`,
      description: `${stage.name} of ${tournament.name}${when}.`,
      section: 'tournaments',
      live: tournament.status === 'ongoing',
      main: (
        <TournamentFrame tournament={tournament} here={stage.stageId}>
          <h2>
            <bdi>{stage.name}</bdi>
            {when && <span class="quiet">{when}</span>}
          </h2>
          {played > (isOpen ? 0 : 1) && (
            <Rounds slug={tournament.slug} stage={stage.stageId} played={played} playing={playing} here={round} />
          )}
          {standings.__typename === 'Bracket' ? (
            <BracketTree name={stage.name} matches={standings.matches} />
          ) : (
            <BoardTables
              name={stage.name}
              rankedBy={standings.rankedBy}
              rows={standings.rows}
              tournament={tournament}
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

/** How many rounds have been paired: as many as there are of the player with the most, of at most `most`. */
const pairedIn = (rows: readonly { battles: number; unplayed: number }[], most: number) =>
  Math.min(most, Math.max(0, ...rows.map(({ battles, unplayed }) => battles + unplayed)));

function whenInWords(round: number, playing: number | undefined, played: number): string {
  if (round === playing) return `while round ${round} is being played`;
  return round > played ? `before round ${round}` : `after round ${round}`;
}

type RoundsProps = {
  slug: string;
  stage: string;
  /** How many rounds are played out. */
  played: number;
  playing: number | undefined;
  here: number | undefined;
};

/** Links to the current table and to the table after each round that is played out. */
function Rounds({ slug, stage, played, playing, here }: RoundsProps) {
  return (
    <nav class="rounds" aria-label="The board after each round">
      <span>After round</span>
      <ul>
        {range(1, played + 1).map((round) => (
          <li key={round}>
            <Link to={stageAt(slug, stage, round)} here={round === here}>
              {round}
            </Link>
          </li>
        ))}
        <li>
          <Link to={stageAt(slug, stage)} here={here === undefined || here === playing}>
            {playing === undefined ? 'now' : `round ${playing} being played`}
          </Link>
        </li>
      </ul>
    </nav>
  );
}
