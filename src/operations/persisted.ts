// Operations of our own, which can be requested without sending their documents.
import { createHash } from 'node:crypto';
import { type DocumentNode, type GraphQLSchema, parse, print } from 'graphql';
import { readOperations } from './operation-files.js';

export type PersistedOperation = {
  name: string;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
  /** The operation, with only the fragments it uses. */
  text: string;
  document: DocumentNode;
};

export function readPersistedOperations(schema: GraphQLSchema, folder: URL): PersistedOperation[] {
  return readOperations(folder, schema).map(({ name, document }) => persistedOperation(name, print(document)));
}

export function persistedOperation(name: string, text: string): PersistedOperation {
  return { name, text, hash: createHash('sha256').update(text).digest('hex'), document: parse(text) };
}
