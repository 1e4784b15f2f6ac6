// Work is begun for a few milliseconds in each turn of the event loop; what comes then waits for the next turns. A turn
// must be short whatever arrives: Node accepts one new connection in each.

const TURN_MS = 5;

export class LoopTurn {
  readonly #onNext: () => void;
  readonly #now: () => number;
  #end = 0;
  #isOpen = false;

  /** `onNext` is called at the beginning of the turn that follows one in which work was begun. */
  constructor(onNext: () => void, now: () => number = () => performance.now()) {
    this.#onNext = onNext;
    this.#now = now;
  }

  /** Whether more work may be begun in this turn. */
  hasTime(): boolean {
    if (!this.#isOpen) this.#open();
    return this.#now() < this.#end;
  }

  #open(): void {
    this.#isOpen = true;
    this.#end = this.#now() + TURN_MS;
    setImmediate(() => {
      this.#isOpen = false;
      this.#onNext();
    });
  }
}
