// Work is begun for a few milliseconds in each turn of the event loop, and what comes then waits for the next turns. A turn
// must be short whatever arrives: Node accepts one new connection in each.
// The global of this name is a getter, which takes longer than reading the clock.
import { performance } from 'node:perf_hooks';

const TURN_MS = 5;
/** Maximum number of waiting works that are begun in a turn. */
const IN_A_TURN = 16;

export class LoopQueue<Lane> {
  /** The lane whose turn is next is the first. */
  readonly #waiting = new Map<Lane, (() => void)[]>();
  readonly #now: () => number;
  #end = 0;
  /** Ends the turn. Without a reference, the loop does not look for events once more because of it. */
  #closing: NodeJS.Immediate | null = null;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Whether work may be begun at once: there is time in this turn, and nothing waits. */
  isFree(): boolean {
    return this.#waiting.size === 0 && this.#hasTime();
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
    this.#end = this.#now() + TURN_MS;
    this.#closing = setImmediate(() => this.#close()).unref();
    return this.#closing;
  }

  #close(): void {
    this.#closing = null;
    if (this.#waiting.size === 0) return;
    // Each has an immediate of its own, so that what it does after its first step counts, too.
    for (let count = 0; count < IN_A_TURN; count += 1) setImmediate(() => this.#beginOne());
  }

  #beginOne(): void {
    const [next] = this.#waiting;
    if (!next || !this.#hasTime()) return;
    const [lane, own] = next;
    const begin = own.shift();
    this.#waiting.delete(lane);
    if (own.length > 0) this.#waiting.set(lane, own);
    begin?.();
  }
}
