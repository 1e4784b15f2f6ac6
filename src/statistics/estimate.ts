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
  /** Interval that treats events and players as draws; null below three events, and where players are not known. */
  byPlayer: Interval | null;
  /** The widest of them. */
  interval: Interval | null;
  /**
   * True if the sample is large enough for a ranking: n of at least 20, of at least four events and players (effective
   * numbers), large enough for the interval to be narrow, whatever came of it; and an interval that is narrow.
   */
  reliable: boolean;
};

/**
 * What a sample can tell, whatever came of it. `effective` is the number of events, of players or of opponents, whichever
 * is smallest; `draws` are as many independent ones as would tell as much; `t` is Student's quantile.
 */
export type Evidence = { effective: number; draws: number; t: number };

type Sample = { n: number; events: number; evidence: Evidence };
type Figure = {
  value: number;
  wilson: Interval;
  byEvent: Interval | null;
  byPlayer?: Interval | null;
  bounds: readonly [number, number];
  /**
   * Independent draws, per square of Student's t, from which on the interval can be expected to be narrow. Of intervals
   * about as wide as the limit those are narrow that are so by chance, and these are right less often.
   */
  fewest: number;
  /** Width up to which an interval with this middle is of use. */
  widest(middle: number): number;
};

const FEWEST = { n: 20, effective: 4 };

const DECIMALS = 1_000_000;

export function estimate({ n, events, evidence }: Sample, figure: Figure | null): Estimate {
  const none = { wilson: null, byEvent: null, byPlayer: null, interval: null };
  if (!figure) return { value: null, n, events, ...none, reliable: false };
  const shown = (each: Interval | null | undefined) => (each ? published(each, figure.bounds) : null);
  const wilson = published(figure.wilson, figure.bounds);
  const [byEvent, byPlayer] = [shown(figure.byEvent), shown(figure.byPlayer)];
  const interval = [byEvent, byPlayer].reduce<Interval>(
    (widest, each) => (each && widthOf(each) > widthOf(widest) ? each : widest),
    wilson,
  );
  const { effective, draws, t } = evidence;
  const isEnough = n >= FEWEST.n && effective >= FEWEST.effective && draws >= figure.fewest * t * t;
  const reliable = isEnough && widthOf(interval) <= figure.widest((interval.low + interval.high) / 2);
  return { value: rounded(figure.value), n, events, wilson, byEvent, byPlayer, interval, reliable };
}

const widthOf = ({ low, high }: Interval) => high - low;

function published({ low, high }: Interval, [least, most]: readonly [number, number]): Interval {
  return { low: rounded(Math.max(low, least)), high: rounded(Math.min(high, most)) };
}

/** Rounds to six decimals, halves up, with what every language has: multiplication, addition, floor, division. */
function rounded(x: number): number {
  return Math.floor(x * DECIMALS + 0.5) / DECIMALS;
}
