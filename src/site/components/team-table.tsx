import type { TeamTableFragment, TeamTieBreaker } from '../operations.generated.js';
import { VICTORY_POINTS, VictoryPoints } from './board-table.js';
import { scoredIn } from './scored.js';
import { figures, RECORD, Table } from './table.js';
import { grouped, recordOf } from './words.js';

const IN_WORDS: Record<TeamTieBreaker, string> = {
  matchPoints: 'match points',
  battlePoints: 'battle points',
  victoryPointsDiff: 'victory point difference',
  victoryPoints: 'victory points',
  battlesWon: 'battles won',
};

type Row = TeamTableFragment['rows'][number];
type TeamTableProps = {
  board: TeamTableFragment;
  /** Name of the stage, if it is not over all. */
  stage?: string;
  /** Only so many rows, from the top. */
  first?: number;
};

/** The board of teams. Before the first result it shows no ranks, which would all be the same. */
export function TeamTable({ board: { rankedBy, drawRange, rows }, stage, first = rows.length }: TeamTableProps) {
  const isRanked = rows.some(({ wins, draws, losses }) => wins + draws + losses > 0);
  const scored = scoredIn(rows);
  const drawn = drawRange > 0 ? `. A match is a draw up to a difference of ${grouped(drawRange)} battle points.` : '';
  const isWonBy = ({ rank }: Row) => isRanked && rank === 1;
  return (
    <Table
      label={stage === undefined ? 'Board of teams' : `Board of teams, ${stage}`}
      caption={`By ${rankedBy.map((each) => IN_WORDS[each]).join(', then ')}${drawn}`}
      class="board"
      columns={[
        { head: <abbr title="Rank">#</abbr>, class: 'rank' },
        'Team',
        RECORD,
        figures('Match points'),
        ...(scored.battlePoints ? [figures('Battle points')] : [figures('Battles won')]),
        ...(scored.victoryPoints ? [VICTORY_POINTS] : []),
      ]}
    >
      {rows.slice(0, first).map((row) => (
        <tr key={row.name} data-key={row.name} class={isWonBy(row) ? 'first' : ''}>
          <td class="rank">{(isRanked && row.rank) || '–'}</td>
          <th scope="row">
            <bdi>{row.name}</bdi>
          </th>
          <td class="n">{recordOf(row)}</td>
          <td class="n strong">{grouped(row.matchPoints)}</td>
          <td class="n">{grouped(scored.battlePoints ? row.battlePoints : row.battlesWon)}</td>
          {scored.victoryPoints && <VictoryPoints of={row} />}
        </tr>
      ))}
    </Table>
  );
}
