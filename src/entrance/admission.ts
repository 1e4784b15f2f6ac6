// Admits or refuses callers with a key and visitors without one, and charges them for answers.
import type { ApiError } from '../errors.js';
import type { Call, Lane } from '../http/call.js';
import type { ClientAddress } from '../http/client-address.js';
import type { Sender } from '../http/forwarded.js';
import type { HeaderList } from '../http/headers.js';
import { BUSY } from '../http/reply.js';
import type { Auth } from './auth.js';
import type { Gate } from './gate.js';
import type { KeyUsage } from './key-usage.js';
import type { Places } from './places.js';
import type { RateLimit } from './rate-limit.js';
import type { Visitors } from './visitors.js';

export type Admission = {
  /** Returns the id of the key if it is known to work; null if that is not known. */
  recognize(call: Sender): number | null;
  /** The lane of a request that is not begun yet: that of its key if it is known to work, otherwise of its address. */
  laneOf(call: Sender): Lane;
  /** Returns a 429 if the key's budget is exhausted. */
  refusal(keyId: number): ApiError | null;
  /** Whether there is room for the request; `keyId` is null unless the key is known. */
  hasRoom(call: Call, keyId: number | null): boolean;
  /** Takes a place for the call, counted to its address; throws a 503 if there is none. */
  takePlace(call: Call): void;
  /** Sets the key of the call; throws a 401, a 429 or a 503. */
  admit(call: Call): Promise<void>;
  /** Sets the visitor of the call, by address; returns a 429 if that sends too many requests. */
  admitVisitor(call: Call): ApiError | null;
  /** Charges the key for the answer; returns headers with its remaining budget. */
  charge(call: Call, status: number): HeaderList;
  /** Charges what the work for a call costs after it was charged. */
  chargeMore(call: Call, cost: number): void;
};

export type AdmissionOptions = {
  auth: Auth;
  gate: Pick<Gate, 'isFull'>;
  rateLimit: RateLimit;
  usage: Pick<KeyUsage, 'count'>;
  visitors: Visitors;
  places: Pick<Places, 'take'>;
  clientAddress: ClientAddress;
};

export function createAdmission(options: AdmissionOptions): Admission {
  const { auth, gate, rateLimit, usage, visitors, places, clientAddress } = options;
  const { refusal } = rateLimit;
  const recognize = (call: Sender) => auth.recall(call.header('authorization'));

  function take(call: Call, keyId: number, requests: number, cost: number): HeaderList {
    usage.count(keyId, call.operation ?? call.route, requests, cost);
    return rateLimit.take(keyId, cost);
  }

  return {
    recognize,
    laneOf: (call) => recognize(call) ?? clientAddress(call),
    refusal,
    hasRoom: (call, keyId) => (keyId === null ? !auth.cannotLookUp(call.header('authorization')) : !gate.isFull(keyId)),
    takePlace(call) {
      call.place = places.take(`address ${clientAddress(call)}`);
      if (!call.place) throw BUSY;
    },
    async admit(call) {
      call.keyId = await auth.keyIdOf(call.header('authorization'));
      const refused = refusal(call.keyId);
      if (refused) throw refused;
      call.cost = 1;
      if (call.place?.moveTo(`key ${call.keyId}`) === false) throw BUSY;
    },
    admitVisitor(call) {
      call.visitor = clientAddress(call);
      call.cost = 1;
      return visitors.count(call.visitor);
    },
    charge(call, status) {
      if (call.keyId === null) return NOTHING;
      // A 304 is free only if no work was done: one whose answer had to be computed costs as much as the answer.
      if (status === 304 && call.remembered) call.cost = 0;
      return take(call, call.keyId, 1, call.cost);
    },
    chargeMore(call, cost) {
      if (call.keyId !== null) take(call, call.keyId, 0, cost);
    },
  };
}

const NOTHING: HeaderList = [];
