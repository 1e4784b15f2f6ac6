// Hands out what was read once for many followers.
import { SHARED_COST, splitCost } from './shared-cost.js';
import type { Bookmark, Follower, Item } from './source.js';

export type Recipient<B, I> = {
  follower: Follower<I>;
  at: B;
  /** What was read before this notification may be older than what the follower has. */
  since: number;
  isGone: boolean;
};

/** Number of followers served before the event loop gets a turn. */
const AT_ONCE = 250;

/** Each who receives something owes the price of a remembered answer; the rest of the cost is split among their lanes. */
export async function handOut<B extends Bookmark, I extends Item & B, R extends Recipient<B, I>>(
  recipients: readonly R[],
  { item, cost }: { item: I; cost: number },
  bookmark: B,
  charge: (recipient: R, cost: number) => void,
): Promise<void> {
  const priceFor = ({ at }: R) => (item.isNews && at.position !== item.position ? SHARED_COST : 0);
  const prepaid = recipients.some(priceFor) ? SHARED_COST : 0;
  const owedBy = splitCost(Math.max(0, cost - prepaid), recipients.map(laneOf));
  for (const [nth, recipient] of recipients.entries()) {
    if (nth > 0 && nth % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
    if (recipient.isGone || recipient.since > item.heard) continue;
    const owed = priceFor(recipient) + owedBy(laneOf(recipient));
    if (recipient.at.position !== item.position) recipient.follower.give(item);
    recipient.at = bookmark;
    if (owed > 0) charge(recipient, owed);
  }
}

export const laneOf = ({ follower }: { follower: Pick<Follower<never>, 'call'> }) => follower.call.lane;
