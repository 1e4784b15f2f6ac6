// Operations that come again are compiled instead of interpreted each time. The compiler writes source, so of a caller's
// document only names and texts that cannot break out of that source are given to it.
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
import { schema } from './schema.js';
import { fragmentsOf } from './selections.js';

export type Compiled = CompiledQuery['query'];

/** With `plain`, values are left as they are in the rows: to look at each takes long, and a body of REST does it too. */
export function compileOwn(document: DocumentNode, { plain = false } = {}): Compiled | null {
  return compile(document, undefined, plain);
}

/** Fields of all that is kept compiled, with fragments unfolded; each takes some kilobytes. */
const KEPT_FIELDS = 10_000;
/** Of one operation: so many take a few milliseconds to compile, in which nothing else is done. */
const FIELDS_MAX = 200;

/** How often an operation is interpreted before it is compiled: most come only once. */
const INTERPRETED_TIMES = 2;

export type Compiler = {
  /** Null for an operation that has not come often enough, or has to be interpreted. */
  compiledOf(document: DocumentNode, operationName?: string | null): Compiled | null;
  /** For an operation that had to be interpreted after all: to run it twice each time would cost more than it is charged. */
  giveUp(document: DocumentNode, operationName?: string | null): void;
};

export function createCompiler(): Compiler {
  const times = new WeakMap<OperationDefinitionNode, number>();
  const kept = new LRUCache<OperationDefinitionNode, { run: Compiled; fields: number }>({
    maxSize: KEPT_FIELDS,
    sizeCalculation: ({ fields }) => fields,
    // Compiled again only if it comes as often again.
    dispose: (_compiled, operation) => void times.delete(operation),
  });
  return {
    compiledOf(document, operationName) {
      const operation = getOperationAST(document, operationName);
      if (!operation) return null;
      const known = kept.get(operation);
      if (known) return known.run;
      const before = times.get(operation) ?? 0;
      times.set(operation, before + 1);
      if (before !== INTERPRETED_TIMES) return null;
      const fields = unfoldedFields(document, operation);
      if (fields > FIELDS_MAX || !isPlain(document)) return null;
      const run = compile(document, operationName);
      if (run) kept.set(operation, { run, fields });
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

function compile(document: DocumentNode, operationName?: string | null, plain = false): Compiled | null {
  const query = compileQuery(schema, document, operationName ?? undefined, { disableLeafSerialization: plain });
  return isCompiledQuery(query) ? query.query : null;
}

/** What a name or a text may be made of: more could end a string of the source, or mean something to the compiler. */
const PLAIN_NAME = /^[a-z][a-z\d]*$/i;
const PLAIN_TEXT = /^[a-z\d-]*$/i;

/** The compiler keeps conditions by field, not by selection, so none are given to it. */
function isPlain(document: DocumentNode): boolean {
  let plain = true;
  visit(document, {
    Directive: () => {
      plain = false;
    },
    // One that is not given would be taken from the prototype.
    VariableDefinition: ({ variable }) => {
      plain &&= !(variable.name.value in Object.prototype);
    },
    StringValue: ({ value }) => {
      plain &&= PLAIN_TEXT.test(value);
    },
    Field: ({ alias, name }) => {
      plain &&= PLAIN_NAME.test(alias?.value ?? 'none') && (PLAIN_NAME.test(name.value) || name.value === '__typename');
    },
  });
  return plain;
}

/** As many as the compiler meets: it looks at a fragment wherever it is spread. */
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
    const fields = counted.get(name) ?? (fragment ? count(fragment.selectionSet) : 0);
    counted.set(name, fields);
    return fields;
  }
  return count(operation.selectionSet);
}
