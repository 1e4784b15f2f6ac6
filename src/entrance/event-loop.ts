// One thread answers everybody. Long operations share it: one of them in each turn of the event loop, one after the
// other, and none while a short operation is in progress, unless they have waited for a while. So a short one is delayed
// by little more than a step of a long one, and long ones always get their part.

/** What costs less than this takes a few milliseconds. */
const SHORT_COST = 500;

export const isLong = (cost: number): boolean => cost > SHORT_COST;

/** How long a long operation may go on while no other waits. */
const SLICE_MS = 2;
/** How long short operations can hold up the next slice. */
const PATIENCE_MS = 6;
/** An operation that takes longer than this holds up nothing: it waits for something else. */
const SHORT_MS = 25;

const waiting: (() => void)[] = [];
/** When each short operation in progress began, in that order. */
const short = new Set<{ since: number }>();
let sliceEnd = 0;
let next: { cancel(): void } | null = null;

/** To be awaited by a long operation between steps of about a millisecond; null if it may go on at once. */
export function giveWay(): Promise<void> | null {
  if (waiting.length === 0 && performance.now() < sliceEnd) return null;
  const turn = new Promise<void>((resolve) => void waiting.push(resolve));
  schedule();
  return turn;
}

/** Long operations give way to a short one until it calls the function that is returned. */
export function beginShort(): () => void {
  const own = { since: performance.now() };
  short.add(own);
  return () => {
    if (!short.delete(own) || short.size > 0) return;
    next?.cancel();
    next = null;
    schedule();
  };
}

function schedule(): void {
  if (next || waiting.length === 0) return;
  const waitMs = hasShort() ? sliceEnd + PATIENCE_MS - performance.now() : 0;
  if (waitMs > 0) {
    const timer = setTimeout(beginSlice, waitMs);
    next = { cancel: () => clearTimeout(timer) };
  } else {
    const immediate = setImmediate(beginSlice);
    next = { cancel: () => clearImmediate(immediate) };
  }
}

function beginSlice(): void {
  next = null;
  sliceEnd = performance.now() + SLICE_MS;
  waiting.shift()?.();
  schedule();
}

function hasShort(): boolean {
  const old = performance.now() - SHORT_MS;
  for (const operation of short) {
    if (operation.since > old) return true;
    short.delete(operation);
  }
  return false;
}
