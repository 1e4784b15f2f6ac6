// A complete answer as bytes, made once for all callers: with its ETag, and compressed when the first client that
// accepts a coding requests it.
import { hash } from 'node:crypto';
import type { Call } from './call.js';
import { type Coding, knownTag, tagOf } from './coding.js';
import { COMMON_HEADERS } from './common-headers.js';
import { type Bytes, codingFor, encode } from './encode.js';
import { type HeaderList, headerList } from './headers.js';
import type { Reply } from './reply.js';
import { utf8 } from './utf8.js';

export type Answer = {
  /** Route and operation, for log and metrics; `open` is true if it needs no key. */
  about: { route: string; operation: string; open?: boolean };
  bytes: Bytes;
  hash: string;
  headers: HeaderList;
  /** Headers that are also sent with a 304, unlike those about the bytes. */
  always: HeaderList;
  /** Replies by coding, each made when it is first requested. */
  replies: Partial<Record<Coding, Reply>>;
  /** 304 replies by ETag. */
  unchanged: Map<string, Reply> | null;
  /** Replies that are being made. */
  making: Partial<Record<Coding, Promise<Reply> | undefined>>;
};

/** Headers for `always`, with some replaced or added. */
export const alwaysHeaders = (others: Record<string, string>): HeaderList =>
  headerList({ 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...COMMON_HEADERS, ...others });

const ALWAYS = alwaysHeaders({});

/** `pieces` together are the text of the body. */
export function createAnswer(
  about: Answer['about'],
  pieces: readonly string[],
  headers: HeaderList,
  always = ALWAYS,
): Answer {
  const bytes = utf8(pieces);
  return {
    about,
    bytes,
    hash: hash('sha1', bytes, 'base64url'),
    headers,
    always,
    replies: {},
    unchanged: null,
    making: {},
  };
}

/** Memory of the answer once it exists in every coding; compressed it is about a fifth. */
export function bytesOf({ bytes }: Answer): number {
  return Math.ceil(bytes.byteLength * 1.4) + OBJECTS_BYTES;
}

/** Headers, replies and buffers as objects. Measured: 1,000 for a reply in one coding, 2,500 for all of them. */
const OBJECTS_BYTES = 1_500;

/** Returns the reply if it is available synchronously; null when it must be made first. */
export function readyReply(answer: Answer, call: Call): Reply | null {
  const tag = call.method === 'POST' ? null : call.header('if-none-match');
  const unchanged = tag === null ? null : unchangedFor(answer, tag);
  return unchanged ?? answer.replies[codingFor(call.header('accept-encoding'), answer.bytes)] ?? null;
}

function unchangedFor(answer: Answer, ifNoneMatch: string): Reply | null {
  const known = answer.unchanged?.get(ifNoneMatch);
  if (known) return known;
  const etag = knownTag(answer.hash, ifNoneMatch);
  if (etag === undefined) return null;
  const reply: Reply = { status: 304, headers: [...answer.always, 'etag', etag], body: null };
  answer.unchanged ??= new Map();
  answer.unchanged.set(etag, reply);
  return reply;
}

export async function replyOf(answer: Answer, call: Call): Promise<Reply> {
  const ready = readyReply(answer, call);
  if (ready) return ready;
  const coding = codingFor(call.header('accept-encoding'), answer.bytes);
  answer.making[coding] ??= makeReply(answer, coding).finally(() => {
    answer.making[coding] = undefined;
  });
  return answer.making[coding];
}

async function makeReply(answer: Answer, coding: Coding): Promise<Reply> {
  const body = await encode(answer.bytes, coding);
  const headers = [...answer.headers, ...answer.always];
  headers.push('etag', tagOf(answer.hash, coding), 'content-length', String(body.byteLength));
  if (coding !== 'identity') headers.push('content-encoding', coding);
  const reply: Reply = { status: 200, headers, body };
  answer.replies[coding] = reply;
  return reply;
}
