// Runs operations for every endpoint: in process, compiled, single-flight, and remembered until something that the answer
// depends on changes.
import { type DocumentNode, type ExecutionResult, execute, type GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Gate } from '../entrance/gate.js';
import type { Services } from '../graphql/builder/context.js';
import { costOf } from '../graphql/limits/cost.js';
import { type Compiled, compileOwn, createCompiler } from '../graphql/run/compiled.js';
import { runOperation } from '../graphql/run/execute.js';
import { createTopics } from '../graphql/run/topics.js';
import { schema } from '../graphql/schema/schema.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Answer } from '../http/answer.js';
import type { Call } from '../http/call.js';
import type { Cache } from '../invalidation/cache.js';

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

export type Runner = {
  /** Returns the remembered answer, or what `toAnswer` makes of the result; its errors are thrown to all who wait. */
  answer(request: RunRequest, toAnswer: (result: Result) => Answer | Promise<Answer>): Promise<Answer>;
  /** Topics that the answer depends on. */
  topicsOf(operation: Operation, variables: Variables): string[];
  /** The answer last given to an identical request, if it is still remembered. */
  recall(call: Call): Answer | undefined;
};

const REQUEST_KEYS_BYTES = 8_000_000;

export function createRunner(services: Services, gate: Gate, cache: Cache<Answer>): Runner {
  const compiler = createCompiler();
  const prepared = new WeakMap<DocumentNode, ReturnType<typeof prepare>>();
  const keys = new LRUCache<string, string>({
    maxSize: REQUEST_KEYS_BYTES,
    sizeCalculation: (key, requestKey) => 2 * (key.length + requestKey.length) + 200,
  });

  const preparedFor = (operation: Operation) => getOrMake(prepared, operation.document, () => prepare(operation));

  async function run({ operation, variables, call }: RunRequest, signal: AbortSignal | undefined): Promise<Result> {
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
      run: operation.isCallers ? compiler.compiledOf(document, expected) : preparedFor(operation).run,
      onInterpreted: operation.isCallers ? () => compiler.giveUp(document) : null,
      interpret: (contextValue) => execute({ schema, document, variableValues: variables, contextValue }),
      signal,
      readAfter: call.readAfter,
    });
    return { data, cost, ...(errors && { errors }) };
  }

  return {
    async answer(request, toAnswer) {
      const { operation, variables, key, call, repeatable = call.method !== 'POST' } = request;
      call.operation = operation.name;
      call.remembered = true;
      const ask = async (signal: AbortSignal | undefined, begin: () => void) => {
        call.remembered = false;
        const compute = async () => {
          begin();
          return toAnswer(await run(request, signal));
        };
        const work = () => gate.pass(call.lane, compute, signal);
        return call.trace ? call.trace.operation(operation.name ?? 'document', work) : work();
      };
      const topics = preparedFor(operation).topicsOf(variables);
      const options = { signal: call.signal, anew: call.readAfter !== null, beginsLater: true };
      const answer = await cache.remember(key, topics, ask, options);
      if (repeatable && cache.recall(key)) keys.set(requestKeyOf(call), key);
      return answer;
    },
    topicsOf: (operation, variables) => preparedFor(operation).topicsOf(variables),
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

function prepare({ document, rawLeaves = false, isCallers = false }: Operation): {
  run: Compiled | null;
  topicsOf(variables: Variables): string[];
} {
  const topicsOf = createTopics(schema, document);
  return {
    run: isCallers ? null : compileOwn(document, { rawLeaves }),
    topicsOf: (variables) => topicsOf(variables).map((topic) => TAGS[topic] ?? topic),
  };
}

/** The log names by their kind what the schema declares in the plural. */
const TAGS: Readonly<Record<string, string>> = {
  tournaments: 'tournament',
  clubs: 'club',
  players: 'player',
  battles: 'battle',
  factions: 'faction',
  places: 'place',
  ratings: 'rating',
  'ratings:many': 'rating:*',
  'ratings:stale': 'stale:ratings',
};
