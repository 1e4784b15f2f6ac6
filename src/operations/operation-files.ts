// Operations in .graphql files, read and checked once at start: a missing fragment, an unknown field, two operations of
// one name or an unused variable stops the process, with an error that names the file.
import { readdirSync, readFileSync } from 'node:fs';
import {
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  Source,
  separateOperations,
  validate,
} from 'graphql';

/** One operation, with only the fragments it uses. */
export type OperationFile = { name: string; document: DocumentNode };

/** Thrown for operations that cannot be used; the message names the file and the position. */
export class OperationError extends Error {}

/** Returns the operations in alphabetical order of their names. */
export function readOperations(folder: URL, schema: GraphQLSchema): OperationFile[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const everything = concatAST(files.sort().map((file) => parseFile(new URL(file, folder), file)));
  refuseOperations(validate(schema, everything).map(String));
  return Object.entries(separateOperations(everything))
    .map(([name, document]) => ({ name, document }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Throws if there are problems. */
export function refuseOperations(problems: string[]): void {
  if (problems.length > 0) throw new OperationError(`Operations cannot be used:\n\n${problems.join('\n\n')}`);
}

function parseFile(url: URL, file: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(new Source(readFileSync(url, 'utf8'), file));
  } catch (error) {
    throw new OperationError(`An operation cannot be used:\n\n${error}`);
  }
  const nameless = document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && !node.name);
  refuseOperations(nameless ? [`An operation in ${file} has no name.`] : []);
  return document;
}
