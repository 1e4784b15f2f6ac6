// An operation is read from one database: half of an answer from another would not fit. What a replica fails at (it goes
// down, or cancels a statement in order to replay what others write) is done again by the primary, and nobody notices.
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type Context, createContext, type Services } from '../context.js';
import { outageOf } from '../db/outage.js';
import { ApiError } from '../errors.js';

type Execute = (context: Context) => ExecutionResult | Promise<ExecutionResult>;

export async function onOneDatabase(
  services: Services,
  execute: Execute,
  { signal, readAfter = null }: { signal?: AbortSignal | undefined; readAfter?: number | null } = {},
): Promise<ExecutionResult> {
  const replica = await services.replicas?.choose(readAfter ?? 0);
  if (replica) {
    const result = await executed(execute, createContext({ ...services, ...replica }, signal));
    if (!result.errors?.some(isFailure)) return result;
  }
  return executed(execute, createContext(services, signal));
}

async function executed(execute: Execute, context: Context): Promise<ExecutionResult> {
  try {
    return await execute(context);
  } finally {
    context.letGo();
  }
}

/** The same for the server, which has its own way to execute. */
export function useOneDatabase(services: Services): Plugin {
  return {
    onExecute({ executeFn, setExecuteFn }) {
      if (!services.replicas) return;
      setExecuteFn((args: ExecutionArgs) => {
        const given = args.contextValue as { request?: Request; note?: { readAfter: number | null } };
        const execute = (context: Context) => executeFn({ ...args, contextValue: { ...given, ...context } });
        return onOneDatabase(services, execute, {
          signal: given.request?.signal,
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
