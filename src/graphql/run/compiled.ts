// Repeated operations are compiled instead of interpreted each time. The compiler generates source code, so a caller's
// document is compiled only if its names and strings cannot break out of that source.
import {
  type DocumentNode,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { getOrMake } from '../../helpers/get-or-make.js';
import { fragmentsOf } from '../document/selections.js';
import { schema } from '../schema/schema.js';

export type Compiled = CompiledQuery['query'];

/** With `rawLeaves`, leaf values are left as in the rows: serialising them takes long, and a REST body does it too. */
export function compileOwn(document: DocumentNode, { rawLeaves = false } = {}): Compiled | null {
  return compile(document, undefined, rawLeaves);
}

/** Size of the cache, in fields with fragments expanded; each takes some kilobytes. */
const KEPT_FIELDS = 10_000;
/** Fields of the largest operation that is compiled: it blocks the event loop for a few milliseconds. */
const FIELDS_MAX = 200;

/** Number of times an operation is interpreted before it is compiled and kept: most are sent only once. */
const INTERPRETED_TIMES = 2;
/** Interpreting what costs more than this takes longer than compiling it, even to run it once. */
const COMPILED_AT_ONCE = 200;

export type Compiler = {
  /** Null for an operation that has not been sent often enough for what it costs, or must be interpreted. */
  compiledOf(document: DocumentNode, cost: number, operationName?: string | null): Compiled | null;
  /** Stops compiling an operation that had to be interpreted: running it twice would cost more than is charged. */
  giveUp(document: DocumentNode, operationName?: string | null): void;
};

export function createCompiler(): Compiler {
  const times = new WeakMap<OperationDefinitionNode, number>();
  const kept = new LRUCache<OperationDefinitionNode, { run: Compiled; fields: number }>({
    maxSize: KEPT_FIELDS,
    sizeCalculation: ({ fields }) => fields,
    // After eviction, an operation is compiled again only once it has been sent as often again.
    dispose: (_compiled, operation) => void times.delete(operation),
  });
  return {
    compiledOf(document, cost, operationName) {
      const operation = getOperationAST(document, operationName);
      if (!operation) return null;
      const known = kept.get(operation);
      if (known) return known.run;
      const before = times.get(operation) ?? 0;
      times.set(operation, before + 1);
      // Only what cannot be compiled gets past that number: the rest is kept.
      if (before > INTERPRETED_TIMES || (before < INTERPRETED_TIMES && cost <= COMPILED_AT_ONCE)) return null;
      const fields = unfoldedFields(document, operation);
      if (fields > FIELDS_MAX || !isSafeToCompile(document)) return null;
      const run = compile(document, operationName);
      if (run && before === INTERPRETED_TIMES) kept.set(operation, { run, fields });
      return run;
    },
    giveUp(document, operationName) {
      const operation = getOperationAST(document, operationName);
      if (!operation) return;
      kept.delete(operation);
      times.set(operation, INTERPRETED_TIMES + 1);
    },
  };
}

function compile(document: DocumentNode, operationName?: string | null, rawLeaves = false): Compiled | null {
  const query = compileQuery(schema, document, operationName ?? undefined, { disableLeafSerialization: rawLeaves });
  return isCompiledQuery(query) ? query.query : null;
}

/** Characters allowed in names and strings: others could end a string in the source, or have a meaning there. */
const SAFE_NAME = /^[a-z][a-z\d]*$/i;
const SAFE_TEXT = /^[a-z\d-]*$/i;

/** The compiler keeps @skip and @include by field, not by selection, so a document with directives is interpreted. */
function isSafeToCompile(document: DocumentNode): boolean {
  let isSafe = true;
  visit(document, {
    Directive: () => {
      isSafe = false;
    },
    // A variable of such a name that is not given would be read from the prototype.
    VariableDefinition: ({ variable }) => {
      isSafe &&= !(variable.name.value in Object.prototype);
    },
    StringValue: ({ value }) => {
      isSafe &&= SAFE_TEXT.test(value);
    },
    Field: ({ alias, name }) => {
      isSafe &&= SAFE_NAME.test(alias?.value ?? 'none') && (SAFE_NAME.test(name.value) || name.value === '__typename');
    },
  });
  return isSafe;
}

/** Counts the fields that the compiler visits: it expands a fragment wherever it is spread. */
function unfoldedFields(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = fragmentsOf(document);
  const counted = new Map<string, number>();
  const count = ({ selections }: SelectionSetNode): number => {
    let fields = 0;
    for (const node of selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) fields += countFragment(node.name.value);
      else fields += (node.kind === Kind.FIELD ? 1 : 0) + (node.selectionSet ? count(node.selectionSet) : 0);
    }
    return Math.min(fields, FIELDS_MAX + 1);
  };
  function countFragment(name: string): number {
    const fragment = fragments.get(name);
    return getOrMake(counted, name, () => (fragment ? count(fragment.selectionSet) : 0));
  }
  return count(operation.selectionSet);
}
