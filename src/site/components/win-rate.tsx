// Table columns for a win rate: the figure, its interval, and both as a plot.
import type { EstimateEntryFragment } from '../operations.generated.js';
import { IntervalBar } from '../plots/interval-bar.js';
import { percent, rangeOf } from './estimate.js';
import { type Column, figures } from './table.js';

export const WIN_RATE: readonly Column[] = [
  figures('Win rate'),
  figures('Range'),
  {
    head: (
      <>
        <span class="unseen">Win rate as a plot around </span>50 %
      </>
    ),
    class: 'bar-cell',
  },
];

/** `reach` is shared by all rows of the table; see `reachOf`. */
export function WinRateCells({ winRate, reach }: { winRate: EstimateEntryFragment; reach: number }) {
  return (
    <>
      <td class={winRate.reliable ? 'n strong' : 'n quiet'}>{percent(winRate.value)}</td>
      <td class="n quiet">{rangeOf(winRate)}</td>
      <td class="bar-cell">
        <IntervalBar estimate={winRate} reach={reach} />
      </td>
    </>
  );
}
