// Refusing is most of the work when far too many come, so it is done before anything is made of a request, with bytes
// that are ready. What needs no database is let through: it costs no more than the refusal.
import { errors } from '../errors.js';
import type { Reply } from '../http/answer.js';
import type { Incoming } from '../http/asked.js';
import { type Face, type Form, formOf } from '../http/face.js';
import { refusalReply } from '../http/refusal.js';
import type { Note } from '../operations/note.js';
import type { Gate } from './gate.js';

/** Where a request goes that needs the database. */
export type Place = { face: Face; route: string };

/** The refusal of a request for which there is no room; null when it may go on. `keyId` is null unless the key is known. */
export type Shed = (request: Incoming, note: Note, keyId: number | null) => Reply | null;

export type ShedOptions = {
  gate: Pick<Gate, 'isFull'>;
  /** Whether this is a key that would have to be looked up, with no room for that. */
  cannotLookUp(authorization: string | null): boolean;
  /** Null when it needs none. */
  placeOf(path: string): Place | null;
};

export function createShed({ gate, cannotLookUp, placeOf }: ShedOptions): Shed {
  return ({ method, url, headers }, note, keyId) => {
    if (keyId === null ? !cannotLookUp(headers.authorization ?? null) : !gate.isFull(keyId)) return null;
    const place = placeOf(pathOf(url));
    const asks = method === 'GET' || method === 'HEAD' || (place?.face === 'graphql' && method === 'POST');
    if (!place || !asks) return null;
    note.route = place.route;
    return busyReply(place.face, { method, headers });
  };
}

export function pathOf(url = ''): string {
  return url.replace(/[?#].*/s, '');
}

export function busyReply(face: Face, { method, headers }: Pick<Incoming, 'method' | 'headers'>): Reply {
  const busy = BUSY[formOf(face, headers.accept ?? null)];
  return method === 'HEAD' ? { ...busy, body: null } : busy;
}

const inForm = (form: Form) => refusalReply(errors.busy(), form, 'GET');
const BUSY: Record<Form, Reply> = {
  rest: inForm('rest'),
  'application/json': inForm('application/json'),
  'application/graphql-response+json': inForm('application/graphql-response+json'),
};
