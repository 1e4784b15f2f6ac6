// Requests that have arrived, one of each connection after the other.
import { LoopTurn } from './loop-turn.js';

/** What begins its next request, and says whether another one waits. */
type Beginner = { beginNext(): boolean };

export class BeginQueue {
  readonly #waiting = new Set<Beginner>();
  readonly #turn: LoopTurn;

  constructor(now?: () => number) {
    this.#turn = new LoopTurn(() => this.#drain(), now);
  }

  /** Begins the next request now if there is time, otherwise in a later turn of the event loop. */
  add(beginner: Beginner): void {
    this.#waiting.add(beginner);
    if (this.#waiting.size === 1) this.#drain();
  }

  #drain(): void {
    for (const beginner of this.#waiting) {
      if (!this.#turn.hasTime()) return;
      this.#waiting.delete(beginner);
      if (beginner.beginNext()) this.#waiting.add(beginner);
    }
  }
}
