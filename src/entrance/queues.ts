// The queues of the gate: who works, and who waits.
import { getOrMake } from '../helpers/get-or-make.js';
import type { Lane } from '../http/call.js';

/** A key or an address, with its work in progress and its waiting requests, oldest first. */
export type Party = { working: number; waiting: Set<() => void> };

/** Parties are ordered by when each arrived or last completed work, the most recent last; so are the queues. */
export type Queue = {
  name: QueueName;
  parties: Map<Lane, Party>;
  working: number;
  waiting: number;
  /** Since when there have always been waiting requests; null while there are none. */
  waitingSince: number | null;
  maxWaitMs: number;
  paceMs: number;
};

/** All addresses are parties of one queue; a key is the only party of its own. */
export const VISITORS = 'visitors';
export type QueueName = number | typeof VISITORS | null;
export const queueName = (lane: Lane): QueueName => (typeof lane === 'string' ? VISITORS : lane);

/** The pace of a queue before any of its work has ended. */
const FIRST_GUESS_MS = 20;

export class Queues {
  readonly byName = new Map<QueueName, Queue>();
  /** Over all queues. */
  working = 0;

  constructor(private readonly maxWaitMs: (name: QueueName) => number) {}

  create(name: QueueName): Queue {
    const maxWaitMs = this.maxWaitMs(name);
    return { name, parties: new Map(), working: 0, waiting: 0, waitingSince: null, maxWaitMs, paceMs: FIRST_GUESS_MS };
  }

  of(lane: Lane): Queue {
    const name = queueName(lane);
    return getOrMake(this.byName, name, () => this.create(name));
  }

  partyOf(lane: Lane): Party {
    const { parties } = this.of(lane);
    return getOrMake(parties, lane, () => ({ working: 0, waiting: new Set<() => void>() }));
  }

  begin(lane: Lane): void {
    this.partyOf(lane).working += 1;
    this.of(lane).working += 1;
    this.working += 1;
  }

  end(lane: Lane): void {
    const queue = this.of(lane);
    const party = this.partyOf(lane);
    party.working -= 1;
    queue.working -= 1;
    this.working -= 1;
    queue.parties.delete(lane);
    queue.parties.set(lane, party);
    this.byName.delete(queue.name);
    this.byName.set(queue.name, queue);
    this.tidy(lane);
  }

  /** Forgets a party that neither works nor waits, and a queue without parties. */
  tidy(lane: Lane): void {
    const { parties } = this.of(lane);
    const party = parties.get(lane);
    if (party?.working === 0 && party.waiting.size === 0) parties.delete(lane);
    if (parties.size === 0) this.byName.delete(queueName(lane));
  }

  /** The queue whose turn it is; undefined if none waits. */
  next(): Queue | undefined {
    return leastBusy(this.byName.values(), ({ waiting }) => waiting > 0);
  }
}

/** Lets in the party of this queue whose turn it is. */
export function enterNext({ parties }: Queue): void {
  const [enter] = leastBusy(parties.values(), ({ waiting }) => waiting.size > 0)?.waiting ?? [];
  enter?.();
}

/** Of those that wait, the one with the least work in progress is next; among equals, the first. */
function leastBusy<Each extends { working: number }>(
  all: Iterable<Each>,
  waits: (each: Each) => boolean,
): Each | undefined {
  let next: Each | undefined;
  for (const each of all) {
    if (waits(each) && each.working < (next?.working ?? Number.POSITIVE_INFINITY)) next = each;
  }
  return next;
}
