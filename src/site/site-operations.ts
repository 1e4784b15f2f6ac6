import { schema } from '../graphql/schema/schema.js';
import { type PersistedOperation, readPersistedOperations } from '../operations/persisted.js';

/** The operations of the pages, and of what pages are for programs. */
export function readSiteOperations(): PersistedOperation[] {
  return readPersistedOperations(schema, new URL('./operations/', import.meta.url));
}
