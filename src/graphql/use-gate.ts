import type { Plugin } from 'graphql-yoga';
import type { Gate } from '../entrance/gate.js';
import { signalOf, type Wanted } from './one-database.js';

/** Only what runs goes through the gate: a body that comes slowly takes no room, and a refusal costs little. */
export function useGate(gate: Gate): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const given = args.contextValue as Wanted & { note?: { keyId: number | null } };
      setExecuteFn((execution) =>
        gate.pass(given.note?.keyId ?? null, async () => executeFn(execution), signalOf(given)),
      );
    },
  };
}
