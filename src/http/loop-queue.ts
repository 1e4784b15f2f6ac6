// Work is begun for a few milliseconds in each turn of the event loop, and what comes then waits for the next turns. A turn
// must be short whatever arrives: Node accepts one new connection in each, so thousands that arrive at once would wait for
// as many turns.

// The global of this name is a getter, which takes longer than reading the clock.
import { performance } from 'node:perf_hooks';

const TURN_MS = 5;
/** Maximum number of waiting works that are begun in a turn: of refusals, as many fit. */
const IN_A_TURN = 100;
/** Works are held for as long as this at a time. */
const HELD_MS = 50;

export class LoopQueue<Lane> {
  readonly #waiting = new Map<Lane, (() => void)[]>();
  /**
   * The lane whose turn is next is the next of it: a map is slow to find its first entry when thousands before it were
   * deleted. It never gets round to a lane behind it while others arrive.
   */
  #rotation = this.#waiting.entries();
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
    return this.#waiting.size === 0 && this.#hasTime();
  }

  /** Begins nothing more in this turn, for what is to come first. */
  hold(): void {
    this.#open();
    const now = this.#now();
    if (now - this.#heldSince > HELD_MS) return;
    this.#isHeld = true;
    this.#end = now;
  }

  /** Calls `begin` in a later turn; the works of all lanes take turns. */
  wait(lane: Lane, begin: () => void): void {
    const own = this.#waiting.get(lane);
    if (own) own.push(begin);
    else this.#waiting.set(lane, [begin]);
    this.#open().ref();
  }

  /** To be awaited before the work; null if it may be begun at once. */
  turnOf(lane: Lane): Promise<void> | null {
    return this.isFree() ? null : new Promise((resolve) => this.wait(lane, resolve));
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
    if (this.#waiting.size === 0) return;
    // Each has an immediate of its own, so that what it does after its first step counts, too.
    for (let count = 0; count < IN_A_TURN; count += 1) setImmediate(() => this.#beginOne(count === 0));
    this.#open();
  }

  #beginOne(isFirst: boolean): void {
    // Whatever else was done in this turn, what waits has its time.
    if (isFirst && !this.#isHeld) this.#end = this.#now() + TURN_MS;
    if (this.#waiting.size === 0 || !this.#hasTime()) return;
    const [lane, own] = this.#next();
    const begin = own.shift();
    this.#waiting.delete(lane);
    if (own.length > 0) this.#waiting.set(lane, own);
    begin?.();
  }

  #next(): [Lane, (() => void)[]] {
    const { value } = this.#rotation.next();
    if (value) return value;
    this.#rotation = this.#waiting.entries();
    return this.#next();
  }
}
