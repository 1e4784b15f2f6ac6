// An operation is read from one database, and from one state of it: half of an answer from another would not fit. What a
// replica fails at (it goes down, or cancels a statement in order to replay what others write) is done again by the
// primary, and the caller does not notice.
import { type DocumentNode, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Context, createContext, type Services } from '../context.js';
import { outageOf } from '../db/outage.js';
import type { SnapshotOptions } from '../db/snapshot.js';
import { ApiError } from '../errors.js';

type Execute = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

export async function onOneDatabase(
  services: Services,
  document: DocumentNode,
  execute: Execute,
  { signal, readAfter = null }: { signal?: AbortSignal | undefined; readAfter?: number | null } = {},
): Promise<ExecutionResult> {
  const replica = await services.replicas?.choose(readAfter ?? 0);
  if (replica) {
    const result = await onOneSnapshot({ ...services, ...replica }, document, execute, signal);
    if (!result.errors?.some(isFailure)) return result;
  }
  return onOneSnapshot(services, document, execute, signal);
}

/** Whether it has never taken more than one statement. */
const takesOne = new WeakMap<DocumentNode, boolean>();

/**
 * Of several statements only the first could tell that there are others, and then it is too late for it: so what took one
 * before is tried without a transaction, and begun anew within one if it takes another this time.
 */
async function onOneSnapshot(
  services: Services,
  document: DocumentNode,
  execute: Execute,
  signal: AbortSignal | undefined,
): Promise<ExecutionResult> {
  const alone = takesOne.get(document) ?? false;
  const { result, statements } = await executed(services, execute, { alone, signal });
  takesOne.set(document, (takesOne.get(document) ?? true) && statements <= 1);
  return alone && statements > 1 ? (await executed(services, execute, { signal })).result : result;
}

async function executed(services: Services, execute: Execute, options: SnapshotOptions) {
  const snapshot = services.snapshot(options);
  const context = createContext(services, snapshot);
  try {
    const result = await execute(context);
    return { result, statements: snapshot.statements() };
  } finally {
    void snapshot.end();
    context.letGo();
  }
}

/** What the server is told of the caller: `wanted` is aborted when the answer is no longer, in time or by a hang-up. */
export type Wanted = { request?: Request; wanted?: AbortSignal | undefined };

export const signalOf = ({ wanted, request }: Wanted): AbortSignal | undefined => wanted ?? request?.signal;

/** The same for the server, which has its own way to execute. */
export function useOneDatabase(services: Services): Plugin {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const given = args.contextValue as Wanted & { note?: { readAfter: number | null } };
        const execute = (context: Context) => executeFn({ ...args, contextValue: { ...given, ...context } });
        return onOneDatabase(services, args.document, execute, {
          signal: signalOf(given),
          readAfter: given.note?.readAfter ?? null,
        });
      });
    },
  };
}

/** What took too long here would take as long there. */
function isFailure({ originalError }: GraphQLError): boolean {
  if (!originalError || originalError instanceof ApiError || originalError instanceof GraphQLError) return false;
  return outageOf(originalError) !== 'slow';
}
