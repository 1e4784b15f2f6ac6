import type { ScaleTime } from 'd3-scale';
import { shortMonth } from '../components/day.js';
import type { Size } from './heights.js';
import { rounded } from './rounded.js';

/** Maximum number of month labels. */
const NAMED = 5;

/** Month labels along the x axis; if fewer than two months begin in the span, its two ends are labelled. */
export function Dates({ size, x }: { size: Size; x: ScaleTime<number, number> }) {
  const months = x.ticks(NAMED).filter((day) => day.getUTCDate() === 1);
  const every = Math.ceil(months.length / NAMED);
  const shown = months.length > 1 ? months.filter((_, at) => at % every === 0) : x.domain();
  return shown.map((day) => (
    <text key={day.getTime()} class="axis" x={rounded(x(day))} y={size.height - 8} text-anchor={anchorAt(x(day), size)}>
      {shortMonth(day.toISOString().slice(0, 'YYYY-MM'.length))}
    </text>
  ));
}

/** Half the width of a label, on a phone. */
const HALF = 40;

const anchorAt = (at: number, { width, left }: Size) => (at > width - HALF ? 'end' : at < left ? 'start' : 'middle');
