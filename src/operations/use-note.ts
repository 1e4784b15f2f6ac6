import { getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { holdsKey } from '../key.js';
import type { Note } from './note.js';

const NAME_LENGTH = 100;

/** Notes which operation of a document is run. */
export const useNote: Plugin<{ note?: Note }> = {
  onExecute({ args, executeFn, setExecuteFn }) {
    const { note } = args.contextValue;
    if (!note) return;
    const name = getOperationAST(args.document, args.operationName)?.name?.value ?? null;
    // Callers name operations as they like.
    if (name !== null && name.length <= NAME_LENGTH && !holdsKey(name)) note.documentName = name;
    const { trace } = note;
    if (trace) setExecuteFn((request) => trace.operation(note.documentName ?? 'document', () => executeFn(request)));
  },
};
