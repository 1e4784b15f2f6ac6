// What can be said to a request at once, before anything is made of it: the reply to what has been answered before, or
// that it may not be asked now.

import type { Answers } from '../changes/answers.js';
import { type Answer, type Reply, replyAtHand } from '../http/answer.js';
import { addressOf, headerOf, type Incoming } from '../http/asked.js';
import { formOf } from '../http/face.js';
import { mustAsk } from '../http/read-after.js';
import { refusalReply } from '../http/refusal.js';
import type { Note } from '../operations/note.js';
import type { Admission } from './admission.js';
import type { Auth } from './auth.js';
import type { RateLimit } from './rate-limit.js';
import { type Place, pathOf, type Shed } from './shed.js';

export type RecallOptions = {
  answers: Answers<Answer>;
  auth: Auth;
  admission: Admission;
  rateLimit: RateLimit | null;
  placeOf(path: string): Place | null;
  shed: Shed;
};

/** Null when it cannot be said at once. */
export type Recall = (request: Incoming, note: Note) => Reply | null;

export function createRecall({ answers, auth, admission, rateLimit, placeOf, shed }: RecallOptions): Recall {
  function remembered({ url, headers }: Incoming, note: Note): Reply | null {
    const address = addressOf({ url, headers });
    if (address === null) return null;
    const answer = answers.recall(spellingOf(address, headerIn({ headers })));
    if (!answer) return null;
    note.route = answer.about.route;
    note.operation = answer.about.operation;
    note.remembered = true;
    return replyAtHand(answer, {
      acceptEncoding: headerOf(headers, 'accept-encoding'),
      ifNoneMatch: headerOf(headers, 'if-none-match'),
    });
  }

  /** When nothing is left to this key; null when there is, or when that is not for here to say. */
  function refused({ method, url, headers }: Incoming, note: Note, keyId: number): Reply | null {
    const error = rateLimit?.refusal(keyId);
    const place = error ? placeOf(pathOf(url)) : null;
    if (!error || !place) return null;
    note.route = place.route;
    return refusalReply(error, formOf(place.face, headerOf(headers, 'accept')), method);
  }

  function known(request: Incoming, note: Note, keyId: number): Reply | null {
    const held = request.method === 'GET' && !mustAsk(headerIn(request)) ? remembered(request, note) : null;
    const reply = (held?.status === 304 ? null : refused(request, note, keyId)) ?? held;
    if (!reply) return null;
    note.keyId = keyId;
    note.cost = reply === held ? REMEMBERED_COST : 0;
    const standing = admission.charge(note, reply.status);
    return { status: reply.status, headers: [...reply.headers, ...standing], body: reply.body };
  }

  return (request, note) => {
    const keyId = auth.recall(request);
    return (keyId === null ? null : known(request, note, keyId)) ?? shed(request, note, keyId);
  };
}

const headerIn =
  ({ headers }: Pick<Incoming, 'headers'>) =>
  (name: string) =>
    headerOf(headers, name);

/** It took no statement. */
const REMEMBERED_COST = 1;

/** What the answer to a GET depends on, word for word. */
export function spellingOf(url: string, header: (name: string) => string | null): string {
  return `${url}\n${header('accept') ?? ''}\n${header('x-forwarded-proto') ?? ''}\n${header('x-forwarded-host') ?? ''}`;
}
