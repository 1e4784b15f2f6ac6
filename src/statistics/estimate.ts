export type Interval = { low: number; high: number };

/** A figure and the sample it is based on. Without a sample, value and intervals are null. */
export type Estimate = {
  value: number | null;
  /** Number of battles, or of players, in the sample. */
  n: number;
  events: number;
  /** Interval that treats each of the n as an independent draw. */
  wilson: Interval | null;
  /** Interval that treats each event as one draw; null below three events. */
  byEvent: Interval | null;
  /** The wider of the two. */
  interval: Interval | null;
  /** True if the sample is large enough for a ranking: n of at least 20, in at least 3 events. */
  reliable: boolean;
};

type Sample = { n: number; events: number };
type Figure = { value: number; wilson: Interval; byEvent: Interval | null; bounds: readonly [number, number] };

const DECIMALS = 1_000_000;

export function estimate({ n, events }: Sample, figure: Figure | null): Estimate {
  if (!figure) return { value: null, n, events, wilson: null, byEvent: null, interval: null, reliable: false };
  const [wilson, byEvent] = [figure.wilson, figure.byEvent].map((each) => each && published(each, figure.bounds));
  const isByEventWider = wilson && byEvent && byEvent.high - byEvent.low > wilson.high - wilson.low;
  return {
    value: rounded(figure.value),
    n,
    events,
    wilson: wilson ?? null,
    byEvent: byEvent ?? null,
    interval: (isByEventWider ? byEvent : wilson) ?? null,
    reliable: n >= 20 && events >= 3,
  };
}

function published({ low, high }: Interval, [least, most]: readonly [number, number]): Interval {
  return { low: rounded(Math.max(low, least)), high: rounded(Math.min(high, most)) };
}

/** Rounds to six decimals, halves up, with what every language has: multiplication, addition, floor, division. */
function rounded(x: number): number {
  return Math.floor(x * DECIMALS + 0.5) / DECIMALS;
}
