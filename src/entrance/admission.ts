// Admits or refuses callers with a key and visitors without one, and charges them for answers.
import type { ApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { HeaderList } from '../http/headers.js';
import type { Auth } from './auth.js';
import type { Gate } from './gate.js';
import type { RateLimit } from './rate-limit.js';
import type { Visitors } from './visitors.js';

export type Admission = {
  /** Returns the id of the key if it is known to work; null if that is not known. */
  recognize(call: Call): number | null;
  /** Returns a 429 if the key's budget is exhausted. */
  refusal(keyId: number): ApiError | null;
  /** Whether there is room for the request; `keyId` is null unless the key is known. */
  hasRoom(call: Call, keyId: number | null): boolean;
  /** Sets the key of the call; throws a 401 or a 429. */
  admit(call: Call): Promise<void>;
  /** Sets the visitor of the call, by address; returns a 429 if the budget is exhausted. */
  greet(call: Call): ApiError | null;
  /** Charges the key or the visitor for the answer; returns headers with a key's remaining budget. */
  charge(call: Call, status: number): HeaderList;
  /** Charges while a stream is open; returns a 429 if the budget is exhausted. */
  pay(call: Call): ApiError | null;
};

export function createAdmission(
  auth: Auth,
  gate: Pick<Gate, 'isFull'>,
  rateLimit: RateLimit | null,
  visitors: Visitors,
): Admission {
  const refusal = (keyId: number) => rateLimit?.refusal(keyId) ?? null;
  function charge(call: Call, status: number): HeaderList {
    if (call.visitor !== null) {
      visitors.take(call.visitor, status === 304 && call.remembered ? 0 : call.cost);
      return NOTHING;
    }
    if (call.keyId === null || !rateLimit) return NOTHING;
    // A 304 is free only if no work was done: one whose answer had to be computed costs as much as the answer.
    if (status === 304 && call.remembered) call.cost = 0;
    return rateLimit.take(call.keyId, call.cost);
  }

  return {
    recognize: (call) => auth.recall(call.header('authorization')),
    refusal,
    hasRoom: (call, keyId) => (keyId === null ? !auth.cannotLookUp(call.header('authorization')) : !gate.isFull(keyId)),
    async admit(call) {
      call.keyId = await auth.keyIdOf(call.header('authorization'));
      const refused = refusal(call.keyId);
      if (refused) throw refused;
      call.cost = 1;
    },
    greet(call) {
      call.visitor = visitors.clientIpOf(call);
      call.cost = 1;
      return visitors.refusal(call.visitor);
    },
    charge,
    pay(call) {
      charge(call, 200);
      if (call.visitor !== null) return visitors.refusal(call.visitor);
      return call.keyId === null ? null : refusal(call.keyId);
    },
  };
}

const NOTHING: HeaderList = [];
