import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, type FieldNode, parse } from 'graphql';
import ts from 'typescript';
import { type Change, type Edit, editsOf, textEdits } from './change.js';

/**
 * A file in which the code of a symbol is changed. `symbol` is a name at the top of a file of src, then names of what is
 * inside, such as `Tournament.rounds.resolve`; or a definition in a `.graphql` file, such as `fragment BoardRowBody.group`.
 */
export function mutate(root: string, symbol: string, change: Change): { file: string; before: string; after: string } {
  const [first = '', ...inside] = symbol.split('.');
  const inOperations = first.includes(' ');
  const declared = inOperations
    ? new RegExp(`^${first}\\b`, 'm')
    : new RegExp(`^[\\w ]*(const|function|class) ${first}\\b`, 'm');
  const found = sourcesOf(root)
    .filter(({ file, text }) => file.endsWith('.graphql') === inOperations && declared.test(text))
    .flatMap(({ file, text, tree }) => {
      const edits = inOperations ? inOperation(text, first, inside, change) : inCode(tree(), first, inside, change);
      return edits.map(({ start, end, by }) => ({
        file,
        before: text,
        after: text.slice(0, start) + by + text.slice(end),
      }));
    });
  if (found[0] && found.length === 1) return found[0];
  throw new Error(`${symbol} has ${found.length} places where this applies: ${JSON.stringify(change)}`);
}

const sourcesOf = once((root) =>
  readdirSync(join(root, 'src'), { recursive: true })
    .map((name) => join('src', String(name)))
    .filter((file) => /\.(tsx?|graphql)$/.test(file) && !file.includes('generated'))
    .map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return { file, text, tree: once(() => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)) };
    }),
);

/** Keeps what is made first. */
function once<Made>(make: (from: string) => Made): (from?: string) => Made {
  let made: { made: Made } | undefined;
  return (from = '') => {
    made ??= { made: make(from) };
    return made.made;
  };
}

function inCode(tree: ts.SourceFile, first: string, inside: string[], change: Change): Edit[] {
  const top = tree.statements.flatMap<ts.Node>((each) =>
    ts.isVariableStatement(each) ? each.declarationList.declarations : [each],
  );
  let node = top.find((each) => isNamed(each, first));
  for (const name of inside) node = node && within(node, name);
  return node ? editsOf(initialOf(node), change) : [];
}

const isNamed = (node: ts.Node, name: string): boolean =>
  (ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isAccessor(node)) &&
  node.name !== undefined &&
  (node.name as ts.Identifier).text === name;

/** The one of this name that is the least deep. */
function within(node: ts.Node, name: string): ts.Node | undefined {
  for (let level = [node]; level.length > 0; ) {
    const next: ts.Node[] = [];
    for (const each of level) each.forEachChild((child) => void next.push(child));
    const found = next.filter((each) => isNamed(each, name));
    if (found.length > 0) return found.length === 1 ? found[0] : undefined;
    level = next;
  }
  return undefined;
}

const initialOf = (node: ts.Node): ts.Node =>
  'initializer' in node && node.initializer ? (node.initializer as ts.Node) : node;

/** In an operation a part is replaced as a whole, or a text in it. */
function inOperation(text: string, first: string, inside: string[], change: Change): Edit[] {
  const definition = parse(text).definitions.find((each) => titleOf(each) === first);
  let node = definition as DefinitionNode | FieldNode | undefined;
  for (const key of inside) node = node && fieldsOf(node).find(({ alias, name }) => (alias ?? name).value === key);
  if (!node?.loc) return [];
  const { start, end } = node.loc;
  if (change.by === 'is') return [{ start, end, by: change.text }];
  return change.by === 'turns' ? textEdits(text.slice(start, end), start, change.from, change.text) : [];
}

const titleOf = (each: DefinitionNode): string => {
  if (each.kind === 'OperationDefinition') return `${each.operation} ${each.name?.value}`;
  return each.kind === 'FragmentDefinition' ? `fragment ${each.name.value}` : '';
};

function fieldsOf(node: DefinitionNode | FieldNode): FieldNode[] {
  const selections = 'selectionSet' in node ? (node.selectionSet?.selections ?? []) : [];
  return selections.flatMap((each) => (each.kind === 'Field' ? [each, ...fieldsOf(each)] : []));
}
