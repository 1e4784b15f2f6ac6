// A player's rating over time with its interval. The table below has the same data.
import { max, min } from 'd3-array';
import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { Day } from '../components/day.js';
import { figures, Table } from '../components/table.js';
import { Dates } from './dates.js';
import { Heights } from './heights.js';
import { rounded } from './rounded.js';

/** Weeks are ordered, earliest first. */
export type RatedWeek = { week: string; value: number; deviation: number; battles: number };

const SIZE = { width: 640, height: 280, left: 66, right: 14, top: 14, bottom: 38 };

export function RatingCourse({ weeks }: { weeks: readonly RatedWeek[] }) {
  if (weeks.length < 2) return null;
  const [low, high] = [
    min(weeks, ({ value, deviation }) => value - 2 * deviation) ?? 0,
    max(weeks, ({ value, deviation }) => value + 2 * deviation) ?? 0,
  ];
  const dayOf = ({ week }: RatedWeek) => new Date(week);
  const days = weeks.map(dayOf) as [Date, ...Date[]];
  const x = scaleUtc([days[0], days.at(-1) ?? days[0]], [SIZE.left, SIZE.width - SIZE.right]);
  const y = scaleLinear([low, high], [SIZE.height - SIZE.bottom, SIZE.top]).nice(4);
  const at = (week: RatedWeek) => rounded(x(dayOf(week)));
  const band = area<RatedWeek>(
    at,
    ({ value, deviation }) => rounded(y(value - 2 * deviation)),
    ({ value, deviation }) => rounded(y(value + 2 * deviation)),
  );
  const path = line<RatedWeek>(at, ({ value }) => rounded(y(value)));
  return (
    <figure class="course">
      <figcaption>Rating at the end of each week with a battle; the strength is very likely within the band</figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
        <Heights size={SIZE} y={y} ticks={y.ticks(4)} />
        <Dates size={SIZE} x={x} />
        <path class="band" d={band([...weeks]) ?? ''} />
        <path class="line side-0" d={path([...weeks]) ?? ''} />
      </svg>
      <details>
        <summary>As a table</summary>
        <Table
          label="Rating by week"
          caption="The latest week first"
          class="rounds-table"
          columns={['Week of', figures('Rating'), figures('Deviation'), figures('Battles')]}
        >
          {weeks.toReversed().map(({ week, value, deviation, battles }) => (
            <tr key={week}>
              <th scope="row">
                <Day date={week} />
              </th>
              <td class="n strong">{Math.round(value)}</td>
              <td class="n">{Math.round(deviation)}</td>
              <td class="n">{battles}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
