import { rounded } from './rounded.js';

export type Size = { width: number; height: number; left: number; right: number; top: number; bottom: number };

type HeightsProps = {
  size: Size;
  y: (value: number) => number;
  ticks: readonly number[];
  text?: (tick: number) => string | number;
  /** Where neither side is the better one. */
  even?: number;
};

/** Lines across a plot, each with what its height stands for. */
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
