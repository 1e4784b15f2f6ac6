// A whole answer as bytes, made once for all callers: with its tag, and compressed when the first client that
// accepts a coding asks for it.
import { hash } from 'node:crypto';
import type { Call } from './call.js';
import { type Coding, knownTag, tagOf } from './coding.js';
import { COMMON_HEADERS } from './common-headers.js';
import { type Bytes, codingFor, encode } from './encode.js';
import { headerList } from './headers.js';
import type { Reply } from './reply.js';
import { utf8 } from './utf8.js';

export type Answer = {
  /** Which question it answers, in general. */
  about: { route: string; operation: string /** Whether it needs no key. */; open?: boolean };
  bytes: Bytes;
  hash: string;
  headers: Record<string, string>;
  /** Sent with a 304 too; headers about the bytes go with the bytes. */
  always: Record<string, string>;
  /** What is sent, in each coding in which it has been asked for. */
  replies: Partial<Record<Coding, Reply>>;
  /** What is sent to clients that have it already, by the tag. */
  unchanged: Map<string, Reply> | null;
  /** Those that are being made. */
  making: Partial<Record<Coding, Promise<Reply> | undefined>>;
};

const ALWAYS = { 'cache-control': 'private, no-cache', vary: 'Accept-Encoding', ...COMMON_HEADERS };

/** Of a text, which may come in pieces. */
export function createAnswer(
  about: Answer['about'],
  pieces: readonly string[],
  headers: Record<string, string>,
  always: Record<string, string> = {},
): Answer {
  const bytes = utf8(pieces);
  return {
    about,
    bytes,
    hash: hash('sha1', bytes, 'base64url'),
    headers,
    always: { ...ALWAYS, ...always },
    replies: {},
    unchanged: null,
    making: {},
  };
}

/** What the answer takes in memory once it is there in every coding; compressed it is a fifth or so. */
export function bytesOf({ bytes }: Answer): number {
  return Math.ceil(bytes.byteLength * 1.4) + OBJECTS_BYTES;
}

/** Headers, replies and buffers as objects, as seen: 1,000 for a reply in one coding, 2,500 for all of them. */
const OBJECTS_BYTES = 1_500;

/** The reply if it is at hand; null when it has to be made first. */
export function replyAtHand(answer: Answer, call: Call): Reply | null {
  const tag = call.method === 'POST' ? null : call.header('if-none-match');
  const unchanged = tag === null ? null : unchangedFor(answer, tag);
  return unchanged ?? answer.replies[codingFor(call.header('accept-encoding'), answer.bytes)] ?? null;
}

function unchangedFor(answer: Answer, ifNoneMatch: string): Reply | null {
  const known = answer.unchanged?.get(ifNoneMatch);
  if (known) return known;
  const etag = knownTag(answer.hash, ifNoneMatch);
  if (etag === undefined) return null;
  const reply: Reply = { status: 304, headers: headerList({ ...answer.always, etag }), body: null };
  answer.unchanged ??= new Map();
  answer.unchanged.set(etag, reply);
  return reply;
}

export async function replyOf(answer: Answer, call: Call): Promise<Reply> {
  const atHand = replyAtHand(answer, call);
  if (atHand) return atHand;
  const coding = codingFor(call.header('accept-encoding'), answer.bytes);
  answer.making[coding] ??= makeReply(answer, coding).finally(() => {
    answer.making[coding] = undefined;
  });
  return answer.making[coding];
}

async function makeReply(answer: Answer, coding: Coding): Promise<Reply> {
  const body = await encode(answer.bytes, coding);
  const headers = {
    ...answer.headers,
    ...answer.always,
    etag: tagOf(answer.hash, coding),
    'content-length': String(body.byteLength),
    ...(coding !== 'identity' && { 'content-encoding': coding }),
  };
  const reply: Reply = { status: 200, headers: headerList(headers), body };
  answer.replies[coding] = reply;
  return reply;
}
