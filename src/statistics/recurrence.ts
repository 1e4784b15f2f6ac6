/**
 * Numbers of a slot, which lie together because they are used together. Sums: a · a, a · n, n · n, a · b, b · b, b · n of
 * different events, and n² of players. Counts of the current player: a, b and n in all, and at the last event. Then the
 * number of that event.
 */
const WIDTH = 16;
const SQUARES = 6;
const ALL = 7;
const LAST = 10;
const EVENT = 13;

/** Sums over players of products of a player's counts at one event and at another, over all ordered pairs of events. */
export type SlotSums = Record<'aa' | 'ab' | 'bb' | 'an' | 'bn' | 'nn' | 'squaredSizes', bigint>;

/**
 * Sums over players of what their results at one event have to do with those at others. A slot is what a player did: a
 * faction played, or a faction met. Results are counted player by player and, of each, event by event. Doubles are exact
 * while the counts of a battle are below 2¹⁰ and players have no more than 8 billion pairs of battles in all.
 */
export class RecurrenceSum {
  private readonly slots: Float64Array;
  /** Events are numbered from 1, and each of a player's is another one. */
  private event = 0;
  private firstOfPlayer = 1;

  constructor(slots: number) {
    this.slots = new Float64Array(slots * WIDTH);
  }

  /** Adds a result of the current player and event. Most have a `b` of 0, for which half of the sums can be skipped. */
  count(slot: number, a: number, b: number): void {
    const { slots, event } = this;
    const at = slot * WIDTH;
    const last = slots[at + EVENT] ?? 0;
    if (last < this.firstOfPlayer) this.begin(at);
    let aBefore = slots[at + ALL] ?? 0;
    let bBefore = slots[at + ALL + 1] ?? 0;
    let before = slots[at + ALL + 2] ?? 0;
    slots[at + ALL] = aBefore + a;
    slots[at + ALL + 1] = bBefore + b;
    slots[at + ALL + 2] = before + 1;
    if (last !== event) {
      slots[at + EVENT] = event;
      slots[at + LAST] = a;
      slots[at + LAST + 1] = b;
      slots[at + LAST + 2] = 1;
    } else {
      // Results of one event are not paired with each other.
      const aLast = slots[at + LAST] ?? 0;
      const bLast = slots[at + LAST + 1] ?? 0;
      const nLast = slots[at + LAST + 2] ?? 0;
      aBefore -= aLast;
      bBefore -= bLast;
      before -= nLast;
      slots[at + LAST] = aLast + a;
      slots[at + LAST + 1] = bLast + b;
      slots[at + LAST + 2] = nLast + 1;
    }
    if (before === 0) return;
    slots[at] = (slots[at] ?? 0) + 2 * a * aBefore;
    slots[at + 1] = (slots[at + 1] ?? 0) + a * before + aBefore;
    slots[at + 2] = (slots[at + 2] ?? 0) + 2 * before;
    if (b === 0 && bBefore === 0) return;
    slots[at + 3] = (slots[at + 3] ?? 0) + a * bBefore + b * aBefore;
    slots[at + 4] = (slots[at + 4] ?? 0) + 2 * b * bBefore;
    slots[at + 5] = (slots[at + 5] ?? 0) + b * before + bBefore;
  }

  /** Ends what was counted of another player. */
  private begin(at: number): void {
    const { slots } = this;
    const size = slots[at + ALL + 2] ?? 0;
    slots[at + SQUARES] = (slots[at + SQUARES] ?? 0) + size * size;
    slots[at + ALL] = 0;
    slots[at + ALL + 1] = 0;
    slots[at + ALL + 2] = 0;
  }

  beginEvent(): void {
    this.event += 1;
  }

  endPlayer(): void {
    this.firstOfPlayer = this.event + 1;
  }

  /** Of what was counted, once all is. */
  of(slot: number): SlotSums {
    this.begin(slot * WIDTH);
    const [aa = 0, an = 0, nn = 0, ab = 0, bb = 0, bn = 0, sizes = 0] = this.slots.subarray(slot * WIDTH);
    return {
      ...{ aa: BigInt(aa), ab: BigInt(ab), bb: BigInt(bb) },
      ...{ an: BigInt(an), bn: BigInt(bn), nn: BigInt(nn), squaredSizes: BigInt(sizes) },
    };
  }
}
