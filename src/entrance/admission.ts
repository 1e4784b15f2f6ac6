// Whoever comes with a key: let in or refused, and charged when there is an answer.
import type { HeaderList } from '../http/headers.js';
import type { Note } from '../operations/note.js';
import type { Auth } from './auth.js';
import type { RateLimit } from './rate-limit.js';

export type Admission = {
  /** Notes whose request it is; throws a 401 or a 429. */
  admit(authorization: string | null, note: Note): Promise<void>;
  /** Charges the key that was noted for its answer, and says how it stands. */
  charge(note: Note, status: number): HeaderList;
};

export function createAdmission(auth: Auth, rateLimit: RateLimit | null): Admission {
  return {
    async admit(authorization, note) {
      note.keyId = await auth.keyIdOf(authorization);
      const refused = rateLimit?.refusal(note.keyId);
      if (refused) throw refused;
      note.cost = 1;
    },
    charge(note, status) {
      if (note.keyId === null || !rateLimit) return NOTHING;
      // Free where nothing was done: a 304 whose answer had to be asked for costs as much as the answer.
      if (status === 304 && note.remembered) note.cost = 0;
      return rateLimit.take(note.keyId, note.cost);
    },
  };
}

const NOTHING: HeaderList = [];
