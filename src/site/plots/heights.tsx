import { rounded } from './rounded.js';

export type Size = { width: number; height: number; left: number; right: number; top: number; bottom: number };

type HeightsProps = {
  size: Size;
  y: (value: number) => number;
  ticks: readonly number[];
  text?: (tick: number) => string | number;
  /** Value at which neither side is ahead. */
  even?: number;
};

/** Horizontal grid lines with their labels. */
export function Heights({ size: { left, width, right }, y, ticks, text = (tick) => tick, even }: HeightsProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <path class={tick === even ? 'grid even' : 'grid'} d={`M${left} ${rounded(y(tick))}H${width - right}`} />
      <text class="axis" x={left - 10} y={rounded(y(tick)) + 5} text-anchor="end">
        {text(tick)}
      </text>
    </g>
  ));
}
