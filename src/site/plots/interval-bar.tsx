// A win rate and how sure it is: a dot, the interval around it, and a mark in the middle. The numbers stand beside it.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { EstimateEntryFragment } from '../operations.generated.js';
import { rounded } from './rounded.js';

const WIDTH = 120;
/** Half of the dot. */
const EDGE = 4;
const LEAST = 0.1;

/** How far from one half the bars of a table reach, which all have one scale. */
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
