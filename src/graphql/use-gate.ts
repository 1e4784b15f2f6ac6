import type { Plugin } from 'graphql-yoga';
import type { Gate } from '../entrance/gate.js';
import { nameOperation, type ServerContext } from './execute.js';

/**
 * Names the operation and passes it through the gate. Only the execution is gated: a slow request body takes no room,
 * and a refusal costs little.
 */
export function useGate(gate: Gate): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { call } = args.contextValue as ServerContext;
      if (call) nameOperation(call, args.document, args.operationName);
      const traced: typeof executeFn = (execution) =>
        call?.trace
          ? call.trace.operation(call.documentName ?? 'document', () => executeFn(execution))
          : executeFn(execution);
      setExecuteFn((execution) => gate.pass(call?.lane ?? null, async () => traced(execution), call?.signal));
    },
  };
}
