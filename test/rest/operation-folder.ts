import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { OperationError } from '../../src/persisted/operation-files.js';
import { type Route, readRoutes } from '../../src/rest/routes.js';
import { atFileEnd } from '../support/file-end.js';

/** Text of .graphql files by their names. */
export type Files = Record<string, string>;

export type OperationFolder = {
  /** The routes that starting with these files and no others gives. */
  read(schema: GraphQLSchema, files: Files): Route[];
  /** The message with which starting is refused; '' when it is not. */
  refusal(schema: GraphQLSchema, files: Files): string;
};

/** A folder of this test file's own. */
export function operationFolder(): OperationFolder {
  const folder = mkdtempSync(join(tmpdir(), 'rest-operations-'));
  atFileEnd(() => rmSync(folder, { recursive: true }));
  const read = (schema: GraphQLSchema, files: Files) => {
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    return readRoutes(schema, pathToFileURL(`${folder}/`));
  };
  return {
    read,
    refusal(schema, files) {
      try {
        read(schema, files);
      } catch (error) {
        if (!(error instanceof OperationError)) throw error;
        return error.message;
      }
      return '';
    },
  };
}
