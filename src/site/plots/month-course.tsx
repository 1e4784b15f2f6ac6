// Win rate by month with its interval. The table below has the same data.
import { scaleLinear, scaleUtc } from 'd3-scale';
import { monthInWords } from '../components/day.js';
import { percent, rangeOf } from '../components/estimate.js';
import { figures, Table } from '../components/table.js';
import { grouped } from '../components/words.js';
import type { EstimateEntryFragment } from '../operations.generated.js';
import { Dates } from './dates.js';
import { Heights } from './heights.js';
import { rounded } from './rounded.js';

export type Month = { month: string; share: EstimateEntryFragment; winRate: EstimateEntryFragment };

const SIZE = { width: 640, height: 280, left: 84, right: 16, top: 14, bottom: 38 };

/** A month in which the faction was not played, or met only itself, has no win rate. */
const withRate = (months: readonly Month[]) => months.filter(({ winRate }) => winRate.value !== null);

export const hasCourse = (months: readonly Month[]) => withRate(months).length > 1;

export function MonthCourse({ months }: { months: readonly Month[] }) {
  const shown = withRate(months);
  const days = shown.map(({ month }) => new Date(month)) as [Date, ...Date[]];
  const x = scaleUtc([days[0], days.at(-1) ?? days[0]], [SIZE.left + 8, SIZE.width - SIZE.right]);
  const y = scaleLinear([0, 1], [SIZE.height - SIZE.bottom, SIZE.top]);
  const at = ({ month }: Month) => rounded(x(new Date(month)));
  return (
    <figure class="course">
      <figcaption>
        Win rate of tournaments that began in each month; a bar is its range, and months with too little data are faint
      </figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
        <Heights size={SIZE} y={y} ticks={[0, 0.25, 0.5, 0.75, 1]} even={0.5} text={(tick) => `${tick * 100} %`} />
        <Dates size={SIZE} x={x} />
        {shown.map(
          (each) =>
            each.winRate.interval && (
              <path
                key={each.month}
                class="whisker"
                d={`M${at(each)} ${rounded(y(each.winRate.interval.low))}V${rounded(y(each.winRate.interval.high))}`}
              />
            ),
        )}
        {shown.map((each) => (
          <circle
            key={each.month}
            class={each.winRate.reliable ? 'dot side-0' : 'dot side-0 few'}
            cx={at(each)}
            cy={rounded(y(each.winRate.value ?? 0))}
            r="4.5"
          />
        ))}
      </svg>
      <details>
        <summary>As a table</summary>
        <Table
          label="Win rate by month"
          caption="The latest month first"
          class="rounds-table"
          columns={['Month', figures('Win rate'), figures('Range'), figures('Battles'), figures('Played by')]}
        >
          {shown.toReversed().map(({ month, winRate, share }) => (
            <tr key={month}>
              <th scope="row">{monthInWords(month)}</th>
              <td class="n strong">{percent(winRate.value)}</td>
              <td class="n">{rangeOf(winRate)}</td>
              <td class="n">{grouped(winRate.n)}</td>
              <td class="n">{percent(share.value)}</td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}
