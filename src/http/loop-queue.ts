// Work is begun for a few milliseconds in each turn of the event loop, and what comes then waits for the next turns. A turn
// must be short whatever arrives: Node accepts one new connection in each, so thousands that arrive at once would wait for
// as many turns.

// The global of this name is a getter, which takes longer than reading the clock.
import { performance } from 'node:perf_hooks';
import type { Lane } from './call.js';

const TURN_MS = 5;
/** Maximum number of waiting works that are begun in a turn: of refusals, as many fit. */
const IN_A_TURN = 100;
/** Works are held for as long as this at a time. */
const HELD_MS = 50;

type Begin = () => void;

/** What waits in several lanes, which take turns. */
class Rotation {
  readonly #waiting = new Map<Lane, Begin[]>();
  /**
   * The lane whose turn is next is the next of it: a map is slow to find its first entry when thousands before it were
   * deleted. It never gets round to a lane behind it while others arrive.
   */
  #order = this.#waiting.entries();

  isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  add(lane: Lane, begin: Begin): void {
    const own = this.#waiting.get(lane);
    if (own) own.push(begin);
    else this.#waiting.set(lane, [begin]);
  }

  /** Must not be empty. */
  take(): Begin | undefined {
    const [lane, own] = this.#next();
    const begin = own.shift();
    this.#waiting.delete(lane);
    if (own.length > 0) this.#waiting.set(lane, own);
    return begin;
  }

  #next(): [Lane, Begin[]] {
    const { value } = this.#order.next();
    if (value) return value;
    this.#order = this.#waiting.entries();
    return this.#next();
  }
}

export class LoopQueue {
  readonly #customers = new Rotation();
  readonly #strangers = new Rotation();
  #latest = this.#strangers;
  readonly #now: () => number;
  #end = 0;
  /** Ends the turn. It has no reference unless works wait: the loop would look for events once more because of it. */
  #closing: NodeJS.Immediate | null = null;
  #isHeld = false;
  #heldSince = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether work may be begun at once: there is time in this turn, and nothing waits. */
  isFree(): boolean {
    return !this.#hasWaiting() && this.#hasTime();
  }

  /** Begins nothing more in this turn, for what is to come first. */
  hold(): void {
    this.#open();
    const now = this.#now();
    if (now - this.#heldSince > HELD_MS) return;
    this.#isHeld = true;
    this.#end = now;
  }

  /**
   * Calls `begin` in a later turn. The works of all keys take turns, and so do those of all addresses; of both, one is begun
   * after one of the other: keys are given out, and of addresses anybody may have thousands.
   */
  wait(lane: Lane, begin: Begin): void {
    const rotation = typeof lane === 'number' ? this.#customers : this.#strangers;
    rotation.add(lane, begin);
    this.#open().ref();
  }

  /** To be awaited before the work; null if it may be begun at once. */
  turnOf(lane: Lane): Promise<void> | null {
    return this.isFree() ? null : new Promise((resolve) => this.wait(lane, resolve));
  }

  #hasWaiting(): boolean {
    return !this.#customers.isEmpty() || !this.#strangers.isEmpty();
  }

  #hasTime(): boolean {
    this.#open();
    return this.#now() < this.#end;
  }

  #open(): NodeJS.Immediate {
    if (this.#closing) return this.#closing;
    const now = this.#now();
    this.#end = now + TURN_MS;
    if (!this.#isHeld) this.#heldSince = now;
    this.#isHeld = false;
    this.#closing = setImmediate(() => this.#close()).unref();
    return this.#closing;
  }

  #close(): void {
    this.#closing = null;
    if (!this.#hasWaiting()) return;
    // Each has an immediate of its own, so that what it does after its first step counts, too.
    for (let count = 0; count < IN_A_TURN; count += 1) setImmediate(() => this.#beginOne(count === 0));
    this.#open();
  }

  #beginOne(isFirst: boolean): void {
    // Whatever else was done in this turn, what waits has its time.
    if (isFirst && !this.#isHeld) this.#end = this.#now() + TURN_MS;
    if (this.#hasWaiting() && this.#hasTime()) this.#next().take()?.();
  }

  #next(): Rotation {
    const other = this.#latest === this.#customers ? this.#strangers : this.#customers;
    if (!other.isEmpty()) this.#latest = other;
    return this.#latest;
  }
}
