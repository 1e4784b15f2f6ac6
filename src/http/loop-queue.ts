// Work is begun for a few milliseconds in each turn of the event loop, and what comes then waits for the next turns. A turn
// must be short whatever arrives: Node accepts one new connection in each. One work may take longer than that, so a full turn
// is followed by some in which connections are only accepted, as long as there are any.

const TURN_MS = 5;
/** Maximum number of waiting works that are begun in a turn. */
const IN_A_TURN = 16;
/** Maximum number of turns after a full one in which no work is begun. */
const ACCEPTING_TURNS = 32;

let accepted = 0;

/** To be called for each new connection. */
export function noteConnection(): void {
  accepted += 1;
}

export class LoopQueue<Lane> {
  /** The lane whose turn is next is the first. */
  readonly #waiting = new Map<Lane, (() => void)[]>();
  readonly #now: () => number;
  #end = 0;
  #isOpen = false;

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
    this.#open();
  }

  /** To be awaited before the work; null if it may be begun at once. */
  turnOf(lane: Lane): Promise<void> | null {
    return this.isFree() ? null : new Promise((resolve) => this.wait(lane, resolve));
  }

  #hasTime(): boolean {
    this.#open();
    return this.#now() < this.#end;
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#end = this.#now() + TURN_MS;
    setImmediate(() => {
      const isFull = this.#waiting.size > 0 || this.#now() >= this.#end;
      if (isFull) this.#accept(ACCEPTING_TURNS);
      else this.#isOpen = false;
    });
  }

  #accept(turnsLeft: number): void {
    const before = accepted;
    setImmediate(() => {
      if (accepted > before && turnsLeft > 1) this.#accept(turnsLeft - 1);
      else this.#goOn();
    });
  }

  #goOn(): void {
    this.#isOpen = false;
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
