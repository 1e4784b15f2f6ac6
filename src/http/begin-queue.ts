// Requests are begun for a few milliseconds in each turn of the event loop; those beyond wait for the next turns, one of
// each connection after the other. A turn must be short whatever arrives: Node accepts one new connection in each.

/** Time in which requests are begun in one turn. */
const TURN_MS = 5;

/** What begins its next request, and says whether another one waits. */
type Beginner = { beginNext(): boolean };

export class BeginQueue {
  readonly #waiting = new Set<Beginner>();
  readonly #now: () => number;
  #turnEnd = 0;
  #isInTurn = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Begins the next request now if there is time, otherwise in a later turn. */
  add(beginner: Beginner): void {
    this.#waiting.add(beginner);
    if (this.#waiting.size > 1) return;
    if (!this.#isInTurn) this.#openTurn();
    this.#drain();
  }

  #openTurn(): void {
    this.#isInTurn = true;
    this.#turnEnd = this.#now() + TURN_MS;
    setImmediate(() => {
      this.#isInTurn = false;
      if (this.#waiting.size === 0) return;
      this.#openTurn();
      this.#drain();
    });
  }

  #drain(): void {
    for (const beginner of this.#waiting) {
      if (this.#now() >= this.#turnEnd) return;
      this.#waiting.delete(beginner);
      if (beginner.beginNext()) this.#waiting.add(beginner);
    }
  }
}
