// The cost of a read that serves many clients is split equally among their keys, however many streams each key has.

/** Price of an answer for clients for whom no statement was sent. */
export const SHARED_COST = 1;

/** Gives a payer's part on its first call, then 0. Parts are integers, as accounts are, so some pay 1 more. */
export function splitCost<Payer>(cost: number, payers: Iterable<Payer>): (payer: Payer) => number {
  const owing = new Set(payers);
  const part = Math.floor(cost / owing.size);
  let rest = cost - part * owing.size;
  return (payer) => {
    if (!owing.delete(payer)) return 0;
    if (rest === 0) return part;
    rest -= 1;
    return part + 1;
  };
}
