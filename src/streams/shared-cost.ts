// What is read once for many is paid for by all of them, each an equal part, however many of the streams are theirs.

/** The price of an answer to those for whom no statement was sent. */
export const SHARED_COST = 1;

/** What a payer owes when asked for the first time, and then nothing. In whole numbers, as accounts are: some pay 1 more. */
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
