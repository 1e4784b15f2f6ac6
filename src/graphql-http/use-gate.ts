import type { Plugin } from 'graphql-yoga';
import type { Gate } from '../entrance/gate.js';
import { nameOperation, type ServerContext } from '../graphql/run/execute.js';
import { LoopQueue } from '../http/loop-queue.js';

/**
 * A document is parsed, validated and executed in one place at the gate, so that all work is done in the caller's lane,
 * also for a document that is then refused. The body is read before, so a slow one takes no place.
 */
export function useGate(gate: Gate): Plugin {
  // Apart from bodies that wait to be read: those would keep the places from being used.
  const documents = new LoopQueue();
  return {
    onParams({ context, paramsHandler, setParamsHandler }) {
      const { call } = context as ServerContext;
      const lane = call?.lane ?? null;
      const work = async (payload: Parameters<typeof paramsHandler>[0]) => {
        await documents.turnOf(lane);
        return paramsHandler(payload);
      };
      setParamsHandler((payload) => gate.pass(lane, () => work(payload), call?.signal));
    },
    onExecute({ args, executeFn, setExecuteFn }) {
      const { call } = args.contextValue as ServerContext;
      if (!call) return;
      nameOperation(call, args.document, args.operationName);
      const { trace } = call;
      if (trace)
        setExecuteFn((execution) => trace.operation(call.documentName ?? 'document', () => executeFn(execution)));
    },
  };
}
