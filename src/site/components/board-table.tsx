import type { BoardEntryFragment, TieBreaker, TournamentFactsFragment } from '../operations.generated.js';
import { Faction } from './faction.js';
import { Joined } from './joined.js';
import { Dropped, PlayerName } from './link.js';
import { Rows } from './rows.js';
import { type Scored, type Sums, scoredIn, tellsApart } from './scored.js';
import { figures, RECORD, Table } from './table.js';
import { capital, grouped, recordOf, signed } from './words.js';

type BoardProps = {
  name: string;
  rankedBy: readonly TieBreaker[];
  rows: readonly BoardEntryFragment[];
  caption?: string;
  /** Which points the whole board has; when left out, as these rows say. */
  scored?: Scored;
  tournament: Pick<TournamentFactsFragment, 'status' | 'playerCount'>;
};

/** Before the first result all players share the first rank, which says nothing. */
export const hasResult = ({ wins, draws, losses, battlePoints }: BoardEntryFragment) =>
  wins + draws + losses > 0 || battlePoints !== 0;

const IN_WORDS: Record<TieBreaker, string> = {
  battlePoints: 'battle points',
  wins: 'wins',
  victoryPointsDiff: 'victory point difference',
  victoryPoints: 'victory points',
  opponentsBattlePoints: "opponents' battle points",
  opponentsWins: "opponents' wins",
};

/** Tie-breakers that are columns only of boards ranked by them. */
const EXTRA: TieBreaker[] = ['opponentsBattlePoints', 'opponentsWins'];

export const rankedInWords = (rankedBy: readonly TieBreaker[]) =>
  rankedBy.map((each) => IN_WORDS[each]).join(', then ');

/** One column for both, or a phone would cut the last. */
export const VICTORY_POINTS = figures(
  <>
    Victory points{' '}
    <span class="diff">
      Diff<span class="unseen">erence</span>
    </span>
  </>,
);

export function VictoryPoints({ of: { victoryPoints, victoryPointsDiff: diff } }: { of: Sums }) {
  return (
    <td class="n">
      {grouped(victoryPoints)}{' '}
      <span class={diff > 0 ? 'diff plus' : diff < 0 ? 'diff minus' : 'diff'}>{signed(diff)}</span>
    </td>
  );
}

/** One table per group, or a single table when there are no groups. */
export function BoardTables({ name, rankedBy, rows, caption, scored = scoredIn(rows), tournament }: BoardProps) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  if (rows.length === 0) return <p class="quiet">{noRows(tournament)}</p>;
  return (
    <div class={groups.length > 1 ? 'groups' : ''}>
      {groups.map((group) => (
        <BoardTable
          key={group ?? ''}
          name={group === null ? name : `${name}, ${group}`}
          rankedBy={rankedBy}
          rows={rows.filter((row) => row.group === group)}
          scored={scored}
          caption={[group, caption].filter(Boolean).join(' · ') || `Ranked by ${rankedInWords(rankedBy)}`}
        />
      ))}
    </div>
  );
}

function noRows({ status, playerCount }: BoardProps['tournament']): string {
  if (status === 'finished') return 'No player is on this board.';
  const signedUp = playerCount === 1 ? '1 player is signed up' : `${grouped(playerCount)} players are signed up`;
  return `${signedUp}; this board begins when its first round is paired.`;
}

type TableProps = Required<Omit<BoardProps, 'tournament'>>;

function BoardTable({ name, rankedBy, rows, caption, scored }: TableProps) {
  const isRanked = rows.some(hasResult) || rows.some(({ rank }) => rank !== null && rank > 1);
  const extra = EXTRA.map((each) => ({ each, at: rankedBy.indexOf(each) })).filter(
    ({ each, at }) => at >= 0 && tellsApart(each, scored),
  );
  return (
    <Table
      label={name}
      caption={caption}
      class="board"
      columns={[
        { head: <abbr title="Rank">#</abbr>, class: 'rank' },
        'Player',
        RECORD,
        ...(scored.battlePoints ? [figures('Battle points')] : []),
        ...(scored.victoryPoints ? [VICTORY_POINTS] : []),
        ...extra.map(({ each }) => figures(capital(IN_WORDS[each]))),
      ]}
    >
      <Rows
        of={rows}
        each={(row, at) => (
          <tr key={at} data-key={row.playerId ?? row.name} class={isRanked && row.rank === 1 ? 'first' : ''}>
            <td class="rank">{(isRanked && row.rank) || '–'}</td>
            <th scope="row">
              <PlayerName name={row.name} playerId={row.playerId} /> {row.participant?.dropped && <Dropped />}
              {(row.faction || row.teamName) && (
                <span class="under">
                  <Joined
                    parts={[row.faction && <Faction name={row.faction} />, row.teamName && <bdi>{row.teamName}</bdi>]}
                  />
                </span>
              )}
            </th>
            <td class="n">{recordOf(row)}</td>
            {scored.battlePoints && <td class="n strong">{grouped(row.battlePoints)}</td>}
            {scored.victoryPoints && <VictoryPoints of={row} />}
            {extra.map(({ each, at: place }) => (
              <td key={each} class="n">
                {grouped(row.rankedBy[place] ?? 0)}
              </td>
            ))}
          </tr>
        )}
      />
    </Table>
  );
}
