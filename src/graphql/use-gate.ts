import type { Plugin } from 'graphql-yoga';
import type { Gate } from '../entrance/gate.js';

/** Only what runs goes through the gate: a body that comes slowly takes no room, and a refusal costs little. */
export function useGate(gate: Gate): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { request, note } = args.contextValue as { request?: Request; note?: { keyId: number | null } };
      setExecuteFn((execution) => gate.pass(note?.keyId ?? null, async () => executeFn(execution), request?.signal));
    },
  };
}
