// Course of a battle: cumulative victory points of both sides by round. The table beside it has the same data.
import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { figures, Table } from '../components/table.js';
import { grouped, signed } from '../components/words.js';
import { Heights } from './heights.js';

export type CourseSide = { name: string; rounds: readonly { round: number; victoryPoints: number }[] };

const SIZE = { width: 640, height: 320, left: 52, right: 14, top: 16, bottom: 38 };

/** Cumulative points after each of these rounds, starting with 0 before the first. */
function sums({ rounds }: CourseSide, numbers: readonly number[]): number[] {
  const scored = new Map(rounds.map(({ round, victoryPoints }) => [round, victoryPoints]));
  const totals = [0];
  for (const number of numbers) totals.push((totals.at(-1) ?? 0) + (scored.get(number) ?? 0));
  return totals;
}

export function BattleCourse({ sides }: { sides: readonly CourseSide[] }) {
  // Only rounds that were recorded, because a number may be anything up to that of the database's integers.
  const numbers = [...new Set(sides.flatMap(({ rounds }) => rounds.map(({ round }) => round)))].sort((a, b) => a - b);
  if (numbers.length === 0) return null;
  const totals = sides.map((side) => sums(side, numbers));
  const [least, most] = [min(totals.flat()) ?? 0, max(totals.flat()) ?? 0];
  const x = scaleLinear([0, numbers.length], [SIZE.left, SIZE.width - SIZE.right]);
  const y = scaleLinear([least, Math.max(1, most)], [SIZE.height - SIZE.bottom, SIZE.top]).nice(4);
  const path = line<number>(
    (_, at) => x(at),
    (total) => y(total),
  );
  return (
    <figure class="course">
      <figcaption>
        Victory points added up, round by round
        <ul class="legend">
          {sides.map(({ name }, at) => (
            <li key={at}>
              <svg viewBox="0 0 28 10" aria-hidden="true">
                <path class={`line side-${at}`} d="M0 5h28" />
              </svg>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
        <Heights size={SIZE} y={y} ticks={y.ticks(4)} />
        {numbers.map((round, at) => (
          <text key={round} class="axis" x={x(at + 1)} y={SIZE.height - 8} text-anchor="middle">
            {round}
          </text>
        ))}
        {totals.map((values, at) => (
          <g key={at}>
            <path class={`line side-${at}`} d={path(values) ?? ''} />
            {values.map((value, nth) => (
              <circle key={nth} class={`dot side-${at}`} cx={x(nth)} cy={y(value)} r="5" />
            ))}
          </g>
        ))}
      </svg>
      <CourseTable sides={sides} totals={totals} numbers={numbers} />
    </figure>
  );
}

/** A penalty may take points away. */
const added = (points: number) => (points === 0 ? '+0' : signed(points));

type CourseTableProps = { sides: readonly CourseSide[]; totals: number[][]; numbers: readonly number[] };

function CourseTable({ sides, totals, numbers }: CourseTableProps) {
  return (
    <Table
      label="Victory points by round"
      caption="After each round, and what the round added"
      class="rounds-table"
      columns={['Round', ...sides.map(({ name }) => figures(<bdi>{name}</bdi>))]}
    >
      {numbers.map((round, at) => (
        <tr key={round}>
          <th scope="row">{round}</th>
          {totals.map((values, side) => (
            <td key={side} class="n">
              {grouped(values[at + 1] ?? 0)}{' '}
              <small class="quiet">{added((values[at + 1] ?? 0) - (values[at] ?? 0))}</small>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
