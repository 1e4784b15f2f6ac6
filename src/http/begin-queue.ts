// Requests that cannot be begun in this turn of the event loop: those of all addresses take turns, and so do the connections
// of each.
import { LoopTurn } from './loop-turn.js';

export type Beginner = {
  /** Whose request is next: the address that it counts to. */
  address(): string;
  /** Begins the next request, and returns whether another one waits. */
  beginNext(): boolean;
};

/** Maximum number of requests that are begun in a turn when some have waited. */
const IN_A_TURN = 16;

export class BeginQueue {
  readonly #waiting = new Set<Beginner>();
  /** The address whose turn is next is the first, and so are its connections. */
  readonly #byAddress = new Map<string, Beginner[]>();
  readonly #turn: LoopTurn;

  constructor(now?: () => number) {
    this.#turn = new LoopTurn(() => this.#openTurn(), now);
  }

  /** Begins the next request now if there is time and none waits, otherwise in a later turn of the event loop. */
  add(beginner: Beginner): void {
    if (this.#waiting.has(beginner)) return;
    if (this.#waiting.size === 0) while (this.#turn.hasTime()) if (!beginner.beginNext()) return;
    this.#wait(beginner);
  }

  #wait(beginner: Beginner): void {
    this.#waiting.add(beginner);
    const address = beginner.address();
    const own = this.#byAddress.get(address);
    if (own) own.push(beginner);
    else this.#byAddress.set(address, [beginner]);
  }

  /** Each by an immediate of its own, so that what it does after its first step counts, too. */
  #openTurn(): void {
    const count = Math.min(this.#waiting.size, IN_A_TURN);
    for (let at = 0; at < count; at += 1) setImmediate(() => this.#beginOne());
  }

  #beginOne(): void {
    const [next] = this.#byAddress;
    // Asked also to be called again.
    if (!next || !this.#turn.hasTime()) return;
    const [address, own] = next;
    this.#byAddress.delete(address);
    const beginner = own.shift();
    if (own.length > 0) this.#byAddress.set(address, own);
    if (!beginner) return;
    this.#waiting.delete(beginner);
    if (beginner.beginNext()) this.#wait(beginner);
  }
}
