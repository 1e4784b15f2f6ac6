// A win rate and how sure it is: a dot, the interval around it, and a mark in the middle. The numbers stand beside it.
import { scaleLinear } from 'd3-scale';
import type { EstimateEntryFragment } from '../operations.generated.js';

const x = scaleLinear([0.2, 0.8], [0, 120]).clamp(true);

export function IntervalBar({ estimate: { value, interval, reliable } }: { estimate: EstimateEntryFragment }) {
  if (value === null) return null;
  return (
    <svg class={reliable ? 'interval' : 'interval few'} viewBox="0 0 120 16" aria-hidden="true">
      <path class="grid" d={`M${x(0.5)} 0V16`} />
      {interval && <path class="range" d={`M${x(interval.low)} 8H${x(interval.high)}`} />}
      <circle cx={x(value)} cy="8" r="4" />
    </svg>
  );
}
