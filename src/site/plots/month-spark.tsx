// Win rates of one faction by month, as a small chart around 50 %. The table behind the charts has the same data.
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { rounded } from './rounded.js';

export type Rate = { value: number | null; n: number };

/** Rates from fewer battles say next to nothing and are shown faint. */
export const FEW = 20;

const SIZE = { width: 160, height: 48, edge: 4 };

type MonthSparkProps = {
  /** A rate for each month; undefined where nothing was played. */
  rates: readonly (Rate | undefined)[];
  /** Distance from 50 % to the edges, shared by all charts. */
  reach: number;
};

export function MonthSpark({ rates, reach }: MonthSparkProps) {
  const x = scaleLinear([0, rates.length - 1], [SIZE.edge, SIZE.width - SIZE.edge]);
  const y = scaleLinear([0.5 - reach, 0.5 + reach], [SIZE.height - SIZE.edge, SIZE.edge]).clamp(true);
  const played = rates.flatMap((rate, at) =>
    rate && rate.value !== null ? [{ x: rounded(x(at)), y: rounded(y(rate.value)), isFew: rate.n < FEW }] : [],
  );
  const path = line<{ x: number; y: number }>(
    (each) => each.x,
    (each) => each.y,
  );
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      <path class="grid even" d={`M0 ${SIZE.height / 2}H${SIZE.width}`} />
      <path class="line" d={path(played) ?? ''} />
      {played.map((each) => (
        <circle key={each.x} class={each.isFew ? 'dot side-0 few' : 'dot side-0'} cx={each.x} cy={each.y} r="2.5" />
      ))}
    </svg>
  );
}
