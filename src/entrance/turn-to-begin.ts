// Documents are parsed and validated at once, which may take milliseconds for each, and hundreds may arrive in the same
// turn of the event loop: of those that have a place at the gate, the first begin at once, the others one in each turn.
import { LoopTurn } from '../http/loop-turn.js';

const waiting: (() => void)[] = [];
const turn = new LoopTurn(beginNext);

function beginNext(): void {
  // Asked also to be called again.
  if (waiting.length > 0 && turn.hasTime()) waiting.shift()?.();
}

/** To be awaited before the work; null if it may begin at once. */
export function turnToBegin(): Promise<void> | null {
  if (turn.hasTime() && waiting.length === 0) return null;
  return new Promise<void>((resolve) => void waiting.push(resolve));
}
