// Bodies and documents are parsed and validated at once, which may take milliseconds for each, and hundreds may arrive in
// the same turn of the event loop: the first are begun at once, the others one in each turn, those of all lanes in turn.
import { LoopTurn } from '../http/loop-turn.js';
import type { Lane } from './gate.js';

/** The lane whose turn is next is the first. */
const waiting = new Map<Lane, (() => void)[]>();
const turn = new LoopTurn(beginNext);

function beginNext(): void {
  const [next] = waiting;
  // Asked also to be called again.
  if (!next || !turn.hasTime()) return;
  const [lane, own] = next;
  waiting.delete(lane);
  own.shift()?.();
  if (own.length > 0) waiting.set(lane, own);
}

/** To be awaited before the work; null if it may begin at once. */
export function turnToBegin(lane: Lane): Promise<void> | null {
  if (turn.hasTime() && waiting.size === 0) return null;
  const own = waiting.get(lane) ?? [];
  waiting.set(lane, own);
  return new Promise<void>((resolve) => void own.push(resolve));
}
