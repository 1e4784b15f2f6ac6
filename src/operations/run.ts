// Runs operations for every endpoint: in process, compiled, single-flight, and remembered until something that the answer
// depends on changes.
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Gate } from '../entrance/gate.js';
import type { Services } from '../graphql/builder/context.js';
import { costOf } from '../graphql/limits/cost.js';
import { type Compiled, compileOwn, createCompiler } from '../graphql/run/compiled.js';
import { runOperation } from '../graphql/run/execute.js';
import { schema } from '../graphql/schema/schema.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Answer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { Cache, Remembered } from '../invalidation/cache.js';
import { createTags, type Tags } from '../invalidation/tags.js';

export type Variables = Record<string, unknown>;

/**
 * With `rawLeaves`, leaf values are left as in the rows (see graphql/run/compiled.ts); with `keysOnly`, global ids are not
 * accepted. With `isCallers`, the document is a caller's: it is compiled only if that is safe, and `name` is null.
 */
export type Operation = {
  name: string | null;
  document: DocumentNode;
  rawLeaves?: boolean;
  keysOnly?: boolean;
  isCallers?: boolean;
};

export type RunRequest = {
  operation: Operation;
  /** Coerced. */
  variables: Variables;
  /** Cache key of the answer: the same question must have the same key. */
  key: string;
  call: Call;
  /** True if an identical request may be given the same answer by `recall`. */
  repeatable?: boolean;
};

/** `cost` is null if the operation was refused before it ran. */
export type Result = ExecutionResult & { cost: number | null };

type ToAnswer = (result: Result) => Answer | Promise<Answer>;

export type Runner = {
  /** Returns the remembered answer, or what `toAnswer` makes of the result; its errors are thrown to all who wait. */
  answer(request: RunRequest, toAnswer: ToAnswer): Promise<Answer>;
  /** The same, with what the answer depends on, and the head of the feed at which it was begun. */
  ask(request: RunRequest, toAnswer: ToAnswer): Promise<Remembered<Answer>>;
  /** The answer last given to an identical request, if it is still remembered. */
  recall(call: Call): Answer | undefined;
};

const REQUEST_KEYS_BYTES = 8_000_000;

export function createRunner(services: Services, gate: Gate, cache: Cache<Answer>): Runner {
  const compiler = createCompiler();
  const compiled = new WeakMap<DocumentNode, Compiled | null>();
  const keys = new LRUCache<string, string>({
    maxSize: REQUEST_KEYS_BYTES,
    sizeCalculation: (key, requestKey) => 2 * (key.length + requestKey.length) + 200,
  });

  const compiledFor = ({ document, rawLeaves = false }: Operation) =>
    getOrMake(compiled, document, () => compileOwn(document, { rawLeaves }));

  type Reading = { signal: AbortSignal | undefined; tags: Tags };
  async function run({ operation, variables, call }: RunRequest, { signal, tags }: Reading): Promise<Result> {
    const { document } = operation;
    let cost: number;
    try {
      // Computing the cost also refuses invalid arguments, before anything is read.
      cost = costOf({ schema, document, variableValues: variables, contextValue: services }, Number.POSITIVE_INFINITY);
    } catch (error) {
      return { errors: [error as GraphQLError], cost: null };
    }
    // Charged from here on, even if it fails: an error may occur only once everything has been read.
    const expected = cost;
    call.raiseCost(Math.max(1, expected));
    const { data = null, errors } = await runOperation(services, {
      document,
      variables,
      siteUrl: services.siteUrl ?? call.baseUrl,
      keysOnly: operation.keysOnly ?? false,
      cost: expected,
      counted(objects) {
        cost = Math.max(expected, objects);
        call.raiseCost(cost);
      },
      run: operation.isCallers ? compiler.compiledOf(document, expected) : compiledFor(operation),
      onInterpreted: operation.isCallers ? () => compiler.giveUp(document) : null,
      interpret: (contextValue) => execute({ schema, document, variableValues: variables, contextValue }),
      signal,
      tags,
      readAfter: call.readAfter,
    });
    return { data, cost, ...(errors && { errors }) };
  }

  async function ask(request: RunRequest, toAnswer: ToAnswer): Promise<Remembered<Answer>> {
    const { operation, key, call, repeatable = call.method !== 'POST' } = request;
    call.operation = operation.name;
    call.remembered = true;
    const compute = async (signal: AbortSignal | undefined, begin: () => void) => {
      call.remembered = false;
      const read = async () => {
        begin();
        const tags = createTags();
        const value = await toAnswer(await run(request, { signal, tags }));
        return { value, tags: tags.all() };
      };
      const work = () => gate.pass(call.lane, read, signal);
      return call.trace ? call.trace.operation(operation.name ?? 'document', work) : work();
    };
    const options = { signal: call.signal, anew: call.readAfter !== null, beginsLater: true };
    const answer = await cache.remember(key, compute, options);
    if (repeatable && cache.recall(key)) keys.set(requestKeyOf(call), key);
    return answer;
  }

  return {
    ask,
    answer: async (request, toAnswer) => (await ask(request, toAnswer)).value,
    recall(call) {
      const key = keys.get(requestKeyOf(call));
      return key === undefined ? undefined : cache.recall(key);
    },
  };
}

/** The parts of a GET that its answer depends on, verbatim: the same question can be spelled in many ways. */
function requestKeyOf({ rawUrl, headers }: Call): string {
  return `${rawUrl}\n${headers.accept ?? ''}\n${headers['x-forwarded-proto'] ?? ''}\n${headers['x-forwarded-host'] ?? ''}`;
}
