import type { OpponentEntryFragment } from '../operations.generated.js';
import { playerAt, withQuery } from './addresses.js';
import { Link, PlayerName } from './link.js';
import { figures, RECORD, Table } from './table.js';
import { plural, recordOf } from './words.js';

type OpponentTableProps = { publicId: string; opponents: readonly OpponentEntryFragment[] };

export function OpponentTable({ publicId, opponents }: OpponentTableProps) {
  return (
    <Table
      label="Opponents"
      caption="Opponents, the most frequent first, and how it went against each"
      class="people"
      columns={['Opponent', figures('Met in'), RECORD]}
    >
      {opponents.map((opponent) => (
        <tr key={opponent.playerId}>
          <th scope="row">
            <PlayerName {...opponent} />
          </th>
          <td class="n">
            <Link to={withQuery(`${playerAt(publicId)}/battles`, { opponent: opponent.playerId })}>
              {plural(opponent.battles, 'battle')}
              <span class="unseen"> against {opponent.name}</span>
            </Link>
          </td>
          <td class="n strong">{recordOf(opponent)}</td>
        </tr>
      ))}
    </Table>
  );
}
