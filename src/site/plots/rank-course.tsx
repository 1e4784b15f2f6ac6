// Ranks of the leaders by round. The table below has the same data.
import { max, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { PlayerName, REMOVED } from '../components/link.js';
import { figures, Table } from '../components/table.js';
import { ordinal, shortened } from '../components/words.js';
import { Heights } from './heights.js';
import { rounded } from './rounded.js';

/** Ranks after each round; null before the player's first battle. */
export type RankedPlayer = { name: string | null; playerId: string | null; ranks: readonly (number | null)[] };

const SIZE = { width: 640, height: 330, left: 56, right: 262, top: 18, bottom: 38 };
const LABEL_HEIGHT = 27;
/** Gap between the end of a line and the player's name. */
const GAP = 14;
const LETTERS_MAX = 17;
const WIDE = 1.5;

export function RankCourse({ rounds, players }: { rounds: readonly string[]; players: readonly RankedPlayer[] }) {
  const last = max(players.flatMap(({ ranks }) => ranks.map((rank) => rank ?? 1))) ?? 1;
  const x = scaleLinear([0, rounds.length - 1], [SIZE.left, SIZE.width - SIZE.right]);
  const y = scaleOf(players.length, last);
  const path = line<Placed>(
    ({ at }) => rounded(x(at)),
    ({ rank }) => rounded(y(rank)),
  ).curve(curveMonotoneX);
  const drawn = players
    .map((player) => ({ player, placed: placedOf(player) }))
    .filter(({ placed }) => placed.length > 0);
  const ends = drawn.map(({ placed }) => y(placed.at(-1)?.rank ?? 1));
  const labels = apart(ends);
  return (
    <figure class="course ranks">
      <figcaption>
        Rank after each round, of those in front now
        {last > players.length && `; below ${ordinal(players.length)}, ranks are drawn closer together`}
      </figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
        <Heights size={SIZE} y={y} ticks={ticksOf(players.length, last)} />
        {rounds.map((round, at) => (
          <text key={round} class="axis" x={rounded(x(at))} y={SIZE.height - 8} text-anchor="middle">
            {round}
          </text>
        ))}
        {/* The leaders are drawn last, on top of the others. */}
        {drawn.toReversed().map(({ player, placed }, from) => {
          const at = drawn.length - 1 - from;
          return (
            <g key={at} class={`lead-${at}`}>
              <path class="line" d={path(placed) ?? ''} />
              {placed.map(({ at: nth, rank }) => (
                <circle key={nth} class="dot" cx={rounded(x(nth))} cy={rounded(y(rank))} r="4" />
              ))}
              {labels[at] !== ends[at] && (
                <path
                  class="leader"
                  d={`M${SIZE.width - SIZE.right + 6} ${rounded(ends[at] ?? 0)}L${SIZE.width - SIZE.right + GAP - 2} ${rounded(labels[at] ?? 0)}`}
                />
              )}
              <text class="axis who" x={SIZE.width - SIZE.right + GAP} y={rounded(labels[at] ?? 0) + 6}>
                {fitting(player.name ?? REMOVED)}
              </text>
            </g>
          );
        })}
      </svg>
      <RankTable players={players} rounds={rounds} />
    </figure>
  );
}

/** Capitals take more room than other letters. */
function fitting(name: string): string {
  let room = LETTERS_MAX;
  const letters = [...name].findIndex((letter) => {
    room -= /\p{Lu}/u.test(letter) ? WIDE : 1;
    return room < 0;
  });
  return letters === -1 ? name : shortened(name, letters);
}

type Placed = { at: number; rank: number };

const placedOf = ({ ranks }: RankedPlayer): Placed[] =>
  ranks.flatMap((rank, at) => (rank === null ? [] : [{ at, rank }]));

/** The ranks of those in front are a label apart, so that each line ends at its name; the others share what is left. */
function scaleOf(front: number, last: number) {
  const bottom = SIZE.height - SIZE.bottom;
  if (last <= front || front < 2) return scaleLinear([1, Math.max(last, 2)], [SIZE.top, bottom]);
  return scaleLinear([1, front, last], [SIZE.top, SIZE.top + (front - 1) * LABEL_HEIGHT, bottom]);
}

/** Every rank in front, and the last. */
const ticksOf = (front: number, last: number) => (last > front ? [...range(1, front + 1), last] : range(1, last + 1));

/** Moves labels down until they do not overlap; they must come in the order of their ranks. */
function apart(wanted: readonly number[]): number[] {
  const places: number[] = [];
  for (const y of wanted) places.push(Math.max(y, (places.at(-1) ?? -LABEL_HEIGHT) + LABEL_HEIGHT));
  return places;
}

function RankTable({ players, rounds }: { players: readonly RankedPlayer[]; rounds: readonly string[] }) {
  return (
    <Table
      label="Ranks by round"
      caption="The same as a table"
      class="rounds-table"
      columns={['After round', ...rounds.map((round) => figures(round))]}
    >
      {players.map(({ name, playerId, ranks }, at) => (
        <tr key={at}>
          <th scope="row">
            <PlayerName name={name} playerId={playerId} />
          </th>
          {rounds.map((round, nth) => (
            <td key={round} class="n">
              {ranks[nth] ?? '–'}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
