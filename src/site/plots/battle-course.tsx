// Course of a battle: cumulative victory points of both sides by round. The table beside it has the same data.
import { max, range } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { figures, Table } from '../components/table.js';
import { grouped } from '../components/words.js';
import { Heights } from './heights.js';

export type CourseSide = { name: string; rounds: readonly { round: number; victoryPoints: number }[] };

const SIZE = { width: 640, height: 320, left: 52, right: 14, top: 16, bottom: 38 };

/** Cumulative points after each round, starting with 0 before the first. */
function sums({ rounds }: CourseSide, last: number): number[] {
  const scored = (round: number) => rounds.find((each) => each.round === round)?.victoryPoints ?? 0;
  const totals = [0];
  for (let round = 1; round <= last; round += 1) totals.push((totals.at(-1) ?? 0) + scored(round));
  return totals;
}

export function BattleCourse({ sides }: { sides: readonly CourseSide[] }) {
  const last = max(sides.flatMap(({ rounds }) => rounds.map(({ round }) => round))) ?? 0;
  if (last === 0) return null;
  const totals = sides.map((side) => sums(side, last));
  const most = max(totals.flat()) ?? 0;
  const x = scaleLinear([0, last], [SIZE.left, SIZE.width - SIZE.right]);
  const y = scaleLinear([0, Math.max(1, most)], [SIZE.height - SIZE.bottom, SIZE.top]).nice(4);
  const path = line<number>(
    (_, round) => x(round),
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
        {range(1, last + 1).map((round) => (
          <text key={round} class="axis" x={x(round)} y={SIZE.height - 8} text-anchor="middle">
            {round}
          </text>
        ))}
        {totals.map((values, at) => (
          <g key={at}>
            <path class={`line side-${at}`} d={path(values) ?? ''} />
            {values.map((value, round) => (
              <circle key={round} class={`dot side-${at}`} cx={x(round)} cy={y(value)} r="5" />
            ))}
          </g>
        ))}
      </svg>
      <CourseTable sides={sides} totals={totals} last={last} />
    </figure>
  );
}

type CourseTableProps = { sides: readonly CourseSide[]; totals: number[][]; last: number };

function CourseTable({ sides, totals, last }: CourseTableProps) {
  return (
    <Table
      label="Victory points by round"
      caption="After each round, and what the round added"
      class="rounds-table"
      columns={['Round', ...sides.map(({ name }) => figures(<bdi>{name}</bdi>))]}
    >
      {range(1, last + 1).map((round) => (
        <tr key={round}>
          <th scope="row">{round}</th>
          {totals.map((values, at) => (
            <td key={at} class="n">
              {grouped(values[round] ?? 0)}{' '}
              <small class="quiet">+{(values[round] ?? 0) - (values[round - 1] ?? 0)}</small>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
