// The website's operations, read from their files once. Each is checked against the schema at start: a missing
// fragment, an unknown field, two operations of one name or an unused variable stops the process and names the file.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
// The file is named because the bundler of the tests would take the package's other build, whose schema is not ours.
import {
  concatAST,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  Source,
  separateOperations,
  validate,
} from 'graphql';

export type PersistedOperation = {
  name: string;
  /** SHA-256 of the text, in hexadecimal. */
  hash: string;
  /** The operation with the fragments it uses and no others. */
  text: string;
  document: DocumentNode;
};

export class OperationError extends Error {}

const OPERATIONS = new URL('./operations/', import.meta.url);

/** In alphabetical order of their names. */
export function readPersistedOperations(schema: GraphQLSchema, folder = OPERATIONS): PersistedOperation[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.graphql'));
  const everything = concatAST(files.sort().map((file) => parseFile(new URL(file, folder), file)));
  refuse(validate(schema, everything).map(String));
  return Object.entries(separateOperations(everything))
    .map(([name, document]) => persisted(name, print(document)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function persisted(name: string, text: string): PersistedOperation {
  return { name, text, hash: createHash('sha256').update(text).digest('hex'), document: parse(text) };
}

function parseFile(url: URL, file: string): DocumentNode {
  let document: DocumentNode;
  try {
    document = parse(new Source(readFileSync(url, 'utf8'), file));
  } catch (error) {
    throw new OperationError(`A website operation cannot be used:\n\n${error}`);
  }
  const nameless = document.definitions.some((node) => node.kind === Kind.OPERATION_DEFINITION && !node.name);
  refuse(nameless ? [`An operation in ${file} has no name.`] : []);
  return document;
}

function refuse(problems: string[]) {
  if (problems.length > 0) throw new OperationError(`Website operations cannot be used:\n\n${problems.join('\n\n')}`);
}
