// What can be said to a request at once, before anything is made of it: the reply to what has been answered before, or
// that it may not be asked now.

import type { Answers } from '../changes/answers.js';
import type { ApiError } from '../errors.js';
import { type Answer, type Reply, replyAtHand } from '../http/answer.js';
import { withHeaders } from '../http/headers.js';
import type { Note } from '../operations/note.js';
import type { Auth } from './auth.js';
import type { RateLimit } from './rate-limit.js';
import { type Incoming, type Place, pathOf, refusalReply, type Shed } from './shed.js';

export type RecallOptions = {
  answers: Answers<Answer>;
  auth: Auth;
  rateLimit: RateLimit | null;
  placeOf(path: string): Place | null;
  shed: Shed;
};

/** Null when it cannot be said at once. */
export type Recall = (request: Incoming, note: Note) => Reply | null;

export function createRecall({ answers, auth, rateLimit, placeOf, shed }: RecallOptions): Recall {
  function remembered({ method, url, headers }: Incoming, note: Note): Reply | null {
    if (method !== 'GET' || headers.host === undefined) return null;
    const header = (name: string) => (headers[name] as string | undefined) ?? null;
    const answer = answers.recall(spellingOf(`http://${headers.host}${url}`, header));
    if (!answer) return null;
    note.route = answer.about.route;
    note.operation = answer.about.operation;
    note.remembered = true;
    return replyAtHand(answer, { acceptEncoding: header('accept-encoding'), ifNoneMatch: header('if-none-match') });
  }

  /** The reply as this key gets it; null when it is not at hand. */
  function counted(request: Incoming, note: Note, keyId: number, limit: RateLimit): Reply | null {
    const reply = remembered(request, note);
    const refusal = reply?.status === 304 ? null : limit.refusal(keyId);
    if (refusal) return refused(request, note, refusal, limit.headers(keyId));
    if (!reply) return null;
    note.cost = reply.status === 304 ? 0 : REMEMBERED_COST;
    limit.take(keyId, note.cost);
    return { ...reply, headers: withHeaders(reply.headers, limit.headers(keyId)) };
  }

  function refused({ method, url }: Incoming, note: Note, error: ApiError, standing: Record<string, string>) {
    const place = placeOf(pathOf(url));
    if (!place) return null;
    note.route = place.route;
    const reply = refusalReply(error, place.face, method);
    return { ...reply, headers: withHeaders(reply.headers, standing) };
  }

  return (request, note) => {
    const keyId = auth.recall(request.headers.authorization ?? null);
    if (keyId === null) return shed(request, note);
    const reply = rateLimit ? counted(request, note, keyId, rateLimit) : remembered(request, note);
    if (reply) note.keyId = keyId;
    return reply ?? shed(request, note);
  };
}

/** It took no statement. */
const REMEMBERED_COST = 1;

/** What the answer to a GET depends on, word for word. */
export function spellingOf(url: string, header: (name: string) => string | null): string {
  return [url, ...['accept', 'x-forwarded-proto', 'x-forwarded-host'].map((name) => header(name) ?? '')].join('\n');
}
