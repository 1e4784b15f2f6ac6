// Runs an operation on one database, compiled if possible. A compiled operation must give the errors of the
// interpreter: a single error is mapped to its field by location; for several the operation is interpreted, because
// only the interpreter has their order.
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  GraphQLError,
  getOperationAST,
  visit,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Call } from '../../http/call.js';
import { holdsKey } from '../../key.js';
import type { Context, Services } from '../builder/context.js';
import { type Compiled, createCompiler } from './compiled.js';
import { isWorthRetrying, onOneDatabase, type ReadOptions } from './one-database.js';

export type Execution = ReadOptions & {
  document: DocumentNode;
  variables: Record<string, unknown>;
  run: Compiled | null;
  /** Called when the result of `run` is discarded and the operation is interpreted. */
  onInterpreted: (() => void) | null;
  interpret(context: Context): ExecutionResult | Promise<ExecutionResult>;
};

export async function runOperation(services: Services, execution: Execution): Promise<ExecutionResult> {
  const { document, variables, run, onInterpreted, interpret, signal } = execution;
  const result = run && (await onOneDatabase(services, execution, (context) => run({}, context, variables)));
  const same = result && asInterpreted(result, document, signal?.aborted ?? false);
  if (same) return same;
  if (run) onInterpreted?.();
  return onOneDatabase(services, execution, interpret);
}

/** `isLeft` if nobody waits for the result: then many fields fail at once, which says nothing about the operation. */
function asInterpreted(
  { data, errors }: ExecutionResult,
  document: DocumentNode,
  isLeft: boolean,
): ExecutionResult | null {
  if (!errors) return { data: data ?? null };
  // The compiler appends the null of a list's entry that fails by itself, wherever the entry is.
  const isMisplaced = errors.some(({ path }) => typeof path?.at(-1) === 'number');
  // An operation that failed unexpectedly is not run again.
  if ((errors.length > 1 || isMisplaced) && !isLeft && !errors.some(isWorthRetrying)) return null;
  const fields = new Map<string, FieldNode>();
  visit(document, { Field: (node) => void fields.set(positionOf(node.loc?.startToken), node) });
  const located = errors.map(({ message, locations, path, originalError }) => {
    const nodes = locations?.flatMap((at) => fields.get(positionOf(at)) ?? []) ?? null;
    // The compiler's own errors, about values that the schema does not allow, have no cause; without one they would be
    // taken for mistakes in the document.
    return new GraphQLError(message, { nodes, path: path ?? null, originalError: originalError ?? new Error(message) });
  });
  return { errors: located, data: data ?? null };
}

const positionOf = (at?: { line: number; column: number }) => `${at?.line}:${at?.column}`;

/** Yoga's server context of a request. */
export type ServerContext = { call?: Call };

/**
 * Runs documents through `runOperation`; repeated ones are compiled. The others are not left to Yoga's own executor,
 * because it takes any object with a `then` property for a promise, and `then` is a valid alias.
 */
export function useExecution(services: Services): Plugin {
  const { compiledOf, giveUp } = createCompiler();
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(({ schema, document, operationName, variableValues, contextValue }) => {
        const { call } = contextValue as ServerContext;
        const expected = call?.cost ?? 0;
        return runOperation(services, {
          document,
          variables: variableValues ?? {},
          siteUrl: services.siteUrl ?? call?.baseUrl ?? '',
          keysOnly: false,
          cost: expected,
          counted: (objects) => call?.raiseCost(objects),
          run: compiledOf(document, expected, operationName),
          onInterpreted: () => giveUp(document, operationName),
          interpret: (context) => execute({ schema, document, operationName, variableValues, contextValue: context }),
          signal: call?.signal,
          readAfter: call?.readAfter ?? null,
        });
      });
    },
  };
}

const NAME_LENGTH = 100;

/** Takes the name from the document. Callers choose it, so it must be short and must not contain an API key. */
export function nameOperation(call: Call, document: DocumentNode, operationName: string | null | undefined): void {
  const name = getOperationAST(document, operationName)?.name?.value ?? null;
  if (name !== null && name.length <= NAME_LENGTH && !holdsKey(name)) call.documentName = name;
}
