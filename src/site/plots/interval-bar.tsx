// A win rate and its interval: a dot, a line for the interval, and a mark at 50 %. The numbers are shown beside it.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { EstimateEntryFragment } from '../operations.generated.js';
import { rounded } from './rounded.js';

const WIDTH = 120;
/** Radius of the dot. */
const EDGE = 4;
const LEAST = 0.1;

/** Largest distance of an interval from 50 %, so that all bars of a table share one scale. */
export const reachOf = (estimates: readonly EstimateEntryFragment[]) =>
  max(estimates, ({ interval }) => (interval ? Math.max(0.5 - interval.low, interval.high - 0.5) : LEAST)) ?? LEAST;

type IntervalBarProps = { estimate: EstimateEntryFragment; reach: number };

export function IntervalBar({ estimate: { value, interval, reliable }, reach }: IntervalBarProps) {
  if (value === null) return null;
  const scale = scaleLinear([0.5 - reach, 0.5 + reach], [EDGE, WIDTH - EDGE]).clamp(true);
  const x = (rate: number) => rounded(scale(rate));
  return (
    <svg class={reliable ? 'interval' : 'interval few'} viewBox={`0 0 ${WIDTH} 16`} aria-hidden="true">
      <path class="grid even" d={`M${x(0.5)} 0V16`} />
      {interval && <path class="range" d={`M${x(interval.low)} 8H${x(interval.high)}`} />}
      <circle cx={x(value)} cy="8" r={EDGE} />
    </svg>
  );
}
