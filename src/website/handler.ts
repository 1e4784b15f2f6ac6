// The website's persisted operations, whose answers are remembered whole. What is not one of them, or not asked for as it
// should be, goes on to the GraphQL server as it is; so does every question without an answer yet, in one spelling, and
// what the server says is kept unless it is an error.
import { type GraphQLSchema, getOperationAST, getVariableValues } from 'graphql';
import type { Answers } from '../changes/answers.js';
import { errors } from '../errors.js';
import { type Answer, createAnswer, replyOf, replyResponse } from '../http/answer.js';
import { askedOf } from '../http/asked.js';
import { ALL_METHODS } from '../http/methods.js';
import { packed } from '../http/packed.js';
import { readAfterOf } from '../http/read-after.js';
import type { Note } from '../operations/note.js';
import { byId, idOf, type Params } from './asked.js';
import type { PersistedOperation } from './persisted.js';

type Fetch = (request: Request, context: { note: Note; wanted: AbortSignal | undefined }) => Promise<Response>;
type Variables = Record<string, unknown>;
type Asked = { operation: PersistedOperation; variables: Variables };
export type Website = {
  /** The signal says when the answer is no longer wanted. */
  fetch(request: Request, signal: AbortSignal | undefined, spelling: string, note: Note): Promise<Response>;
};

export function createWebsite(
  schema: GraphQLSchema,
  operations: PersistedOperation[],
  answers: Answers<Answer>,
  graphql: { fetch: Fetch },
): Website {
  const known = byId(operations);
  return {
    async fetch(given, wanted, spelling, note) {
      if (!ALL_METHODS.includes(given.method)) throw errors.methodNotAllowed(ALL_METHODS);
      const request = given.method === 'HEAD' ? asGet(given) : given;
      readHeaders(request.headers);
      note.readAfter = readAfterOf((name) => request.headers.get(name));
      const text = await bodyOf(request);
      const asked = readAsked(schema, request, text, known);
      if (!asked) {
        const response = await graphql.fetch(handedOn(request, text), { note, wanted });
        return packed(response, request.headers.get('accept-encoding'));
      }
      const { operation, variables } = asked;
      const accept = request.headers.get('accept') ?? '';
      const key = [operation.hash, accept, JSON.stringify(variables)].join('\n');
      Object.assign(note, { operation: operation.name, remembered: true });
      const about = { route: note.route, operation: operation.name };
      const ask = (signal?: AbortSignal) => {
        note.remembered = false;
        return keep(about, graphql.fetch(plainRequest(request.url, accept, asked), { note, wanted: signal }));
      };
      try {
        const answer = await answers.remember(key, operation.document, variables, ask, {
          signal: wanted,
          anew: note.readAfter !== null,
        });
        if (request.method === 'GET') answers.note(spelling, key);
        return replyResponse(await replyOf(answer, askedOf(request)));
      } catch (error) {
        if (error instanceof Refusal) return packed(error.response.clone(), request.headers.get('accept-encoding'));
        throw error;
      }
    },
  };
}

/** HEAD is answered like GET, and loses its body on the way out. */
function asGet({ url, headers, signal }: Request): Request {
  return new Request(url, { headers, signal });
}

/** Media types have no case, and the server compares them letter by letter. */
function readHeaders(headers: Headers): void {
  const coding = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') throw errors.encodedBody();
  const type = headers.get('content-type');
  // Not by a pattern: one that looks for space around a mark takes the square of a header's length.
  if (type !== null) headers.set('content-type', type.toLowerCase().split(';').map(trimmed).join(';'));
}

const trimmed = (text: string) => text.trim();

/** An answer that is not remembered, with what its first error says. Those who asked the same meanwhile share it. */
class Refusal extends Error {
  constructor(
    readonly response: Response,
    message: string | undefined,
  ) {
    super(message);
  }
}

async function keep(about: Answer['about'], responding: Promise<Response>): Promise<Answer> {
  const response = await responding;
  const text = await response.clone().text();
  const { errors } = JSON.parse(text) as { errors?: { message: string }[] };
  if (response.status !== 200 || errors) throw new Refusal(response, errors?.[0]?.message);
  return createAnswer(about, [text], { 'content-type': response.headers.get('content-type') ?? 'application/json' });
}

/** Null unless it is a persisted operation and nothing is wrong with it: what is, the server says better. */
function readAsked(
  schema: GraphQLSchema,
  { method, url }: Request,
  text: string | null,
  known: ReadonlyMap<unknown, PersistedOperation>,
): Asked | null {
  const params = readParams(method, url, text);
  const operation = params?.query == null ? known.get(params && idOf(params)) : undefined;
  if (!operation || (params?.operationName ?? operation.name) !== operation.name) return null;
  const definitions = getOperationAST(operation.document)?.variableDefinitions ?? [];
  const { variables = null } = params ?? {};
  if (variables !== null && (typeof variables !== 'object' || Array.isArray(variables))) return null;
  const { coerced } = getVariableValues(schema, definitions, (variables ?? {}) as Variables);
  return coerced ? { operation, variables: coerced } : null;
}

function readParams(method: string, url: string, text: string | null): Params | null {
  try {
    return method === 'GET' ? inAddress(url) : (JSON.parse(text ?? 'null') as Params | null);
  } catch {
    return null;
  }
}

function inAddress(url: string): Params {
  const { searchParams } = new URL(url);
  const plain = (name: string) => searchParams.get(name);
  const json = (name: string) => JSON.parse(searchParams.get(name) ?? 'null');
  return {
    query: plain('query'),
    documentId: plain('documentId'),
    operationName: plain('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  };
}

/** What was understood, and nothing else of the request. */
function plainRequest(url: string, accept: string, { operation, variables }: Asked): Request {
  return new Request(url.replace(/\?.*/s, ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(accept && { accept }) },
    body: JSON.stringify({ query: operation.text, variables }),
  });
}

/** Read here only if it says how long it is, and is JSON: the server has its own limit for the rest. */
const BODY_BYTES_MAX = 100_000;

async function bodyOf(request: Request): Promise<string | null> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  const isJson = /^application\/json(;|$)/.test(request.headers.get('content-type') ?? '');
  return request.method === 'POST' && isJson && length <= BODY_BYTES_MAX ? request.text() : null;
}

/** A body that has not been read here goes on with the request it came with: another would cut the connection off. */
function handedOn(request: Request, text: string | null): Request {
  const { method, url, headers } = request;
  return text === null ? request : new Request(url, { method, headers, body: text });
}
