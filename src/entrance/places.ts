// Places for the requests in progress, from their headers to the end of their answer. Each counts to an address, and to
// a key once that is recognised.

import type { Place } from '../http/call.js';

export type Places = {
  /** Null if the owner has its share. */
  take(owner: string): Place | null;
  inUse(): number;
};

export function createPlaces(max: number): Places {
  const held = new Map<string, number>();
  let inUse = 0;

  /**
   * The dynamic threshold of shared-buffer switches: an owner may take a place while it holds fewer than are free. So there
   * is always room for another owner, a single one has half of the places, and n that want all have one in n + 1 each.
   */
  const hasShare = (owner: string) => (held.get(owner) ?? 0) >= max - inUse;

  function count(owner: string, by: 1 | -1): void {
    const left = (held.get(owner) ?? 0) + by;
    if (left > 0) held.set(owner, left);
    else held.delete(owner);
    inUse += by;
  }

  return {
    inUse: () => inUse,
    take(first) {
      if (hasShare(first)) return null;
      let owner = first;
      let isHeld = true;
      let isReleased = false;
      count(owner, 1);
      const giveUp = () => {
        if (isHeld) count(owner, -1);
        isHeld = false;
      };
      const takeAgain = () => {
        if (isHeld) return true;
        isHeld = !isReleased && !hasShare(owner);
        if (isHeld) count(owner, 1);
        return isHeld;
      };
      return {
        moveTo(other) {
          if (other === owner) return true;
          giveUp();
          owner = other;
          return takeAgain();
        },
        pause() {
          giveUp();
          return takeAgain;
        },
        release() {
          isReleased = true;
          giveUp();
        },
      };
    },
  };
}
