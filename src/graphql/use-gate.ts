import type { Plugin } from 'graphql-yoga';
import type { Gate } from '../entrance/gate.js';

/** Only what runs goes through the gate: a body that comes slowly holds up nobody, and a refusal costs little. */
export function useGate(gate: Gate): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { request } = args.contextValue as { request?: Request };
      setExecuteFn((execution) => gate.pass(async () => executeFn(execution), request?.signal));
    },
  };
}
