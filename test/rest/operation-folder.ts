import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GraphQLSchema } from 'graphql';
import { OperationError } from '../../src/operations/operation-files.js';
import { type Route, readRoutes } from '../../src/rest/routes.js';
import { atFileEnd } from '../support/file-end.js';

/** Texts of .graphql files by file name. */
export type Files = Record<string, string>;

export type OperationFolder = {
  /** The routes read at a start with exactly these files. */
  read(schema: GraphQLSchema, files: Files): Route[];
  /** The error message of the start; '' if it succeeds. */
  refusal(schema: GraphQLSchema, files: Files): string;
};

/** A folder for this test file alone. */
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
