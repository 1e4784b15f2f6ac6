// A whole answer as bytes, made once and given to everybody who asks: with its tag, and compressed when somebody who
// takes it that way comes along.
import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Asked } from './asked.js';
import { type Coding, knownTag, tagOf } from './coding.js';
import { COMMON_HEADERS } from './common-headers.js';
import { type Bytes, codingFor, encode } from './encode.js';
import { type HeaderList, headerList, headerPairs } from './headers.js';
import { utf8 } from './utf8.js';

export type Answer = {
  /** Which question it answers, in general. */
  about: { route: string; operation: string };
  bytes: Bytes;
  hash: string;
  headers: Record<string, string>;
  /** What is sent, in each coding in which it has been asked for. */
  replies: Partial<Record<Coding, Reply>>;
  /** What is sent to whoever has it already, by the tag. */
  unchanged: Map<string, Reply> | null;
  /** Those that are being made. */
  making: Partial<Record<Coding, Promise<Reply> | undefined>>;
};

/** What goes over the wire. A short body is better off as text: Node sends it in one piece with the headers. */
export type Reply = { status: number; headers: HeaderList; body: Bytes | string | null };

/** What the client said that makes a difference. */
export type Wanted = { acceptEncoding: string | null; ifNoneMatch: string | null };

/** Said to whoever has the answer already as well; what is said of the bytes goes with the bytes. */
const ALWAYS = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...COMMON_HEADERS };

/** Of a text, which may come in pieces. */
export function createAnswer(
  about: Answer['about'],
  pieces: readonly string[],
  headers: Record<string, string>,
): Answer {
  const bytes = utf8(pieces);
  return { about, bytes, hash: hash('sha1', bytes, 'base64url'), headers, replies: {}, unchanged: null, making: {} };
}

/** What the answer takes in memory once it is there in every coding; compressed it is a fifth or so. */
export function bytesOf({ bytes }: Answer): number {
  return Math.ceil(bytes.byteLength * 1.4) + OBJECTS_BYTES;
}

/** Headers, replies and buffers as objects, as seen: 1,000 for a reply in one coding, 2,500 for all of them. */
const OBJECTS_BYTES = 1_500;

/** The reply if it is at hand; null when it has to be made first. */
export function replyAtHand(answer: Answer, { acceptEncoding, ifNoneMatch }: Wanted): Reply | null {
  const unchanged = ifNoneMatch === null ? null : unchangedFor(answer, ifNoneMatch);
  if (unchanged) return unchanged;
  return answer.replies[codingFor(acceptEncoding, answer.bytes)] ?? null;
}

function unchangedFor(answer: Answer, ifNoneMatch: string): Reply | null {
  const known = answer.unchanged?.get(ifNoneMatch);
  if (known) return known;
  const etag = knownTag(answer.hash, ifNoneMatch);
  if (etag === undefined) return null;
  const reply: Reply = { status: 304, headers: headerList({ ...ALWAYS, etag }), body: null };
  answer.unchanged ??= new Map();
  answer.unchanged.set(etag, reply);
  return reply;
}

export async function replyOf(answer: Answer, { method, header }: Pick<Asked, 'method' | 'header'>): Promise<Reply> {
  const wanted = {
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: method === 'POST' ? null : header('if-none-match'),
  };
  const atHand = replyAtHand(answer, wanted);
  if (atHand) return atHand;
  const coding = codingFor(wanted.acceptEncoding, answer.bytes);
  answer.making[coding] ??= makeReply(answer, coding).finally(() => {
    answer.making[coding] = undefined;
  });
  return answer.making[coding];
}

async function makeReply(answer: Answer, coding: Coding): Promise<Reply> {
  const body = await encode(answer.bytes, coding);
  const headers = {
    ...answer.headers,
    ...ALWAYS,
    etag: tagOf(answer.hash, coding),
    'content-length': String(body.byteLength),
    ...(coding !== 'identity' && { 'content-encoding': coding }),
  };
  const reply: Reply = { status: 200, headers: headerList(headers), body };
  answer.replies[coding] = reply;
  return reply;
}

export function replyResponse({ status, headers, body }: Reply): Response {
  return new Response(body, { status, statusText: STATUS_CODES[status] ?? '', headers: headerPairs(headers) });
}
