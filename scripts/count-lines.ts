// Lines of code by folder and, of src and the packages, by room; without comments, blank lines, imports and generated files:
// npm run count [-- FOLDER OF ANOTHER CHECKOUT]
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const root = process.argv[2] ?? '.';

const isCounted = (file: string) => /\.(ts|tsx|js|css|graphql)$/.test(file) && !/generated/.test(file);

function linesOf(file: string): number {
  const text = readFileSync(file, 'utf8');
  if (/\.css$/.test(file)) return filled(text.replaceAll(/\/\*[\s\S]*?\*\//g, ''));
  if (/\.graphql$/.test(file)) return filled(text.replaceAll(/^\s*#.*$/gm, ''));
  return linesOfCode(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
}

const filled = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length;

/** Lines on which a token stands, other than those of imports. */
function linesOfCode(source: ts.SourceFile): number {
  const lines = new Set<number>();
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    children.forEach(visit);
    if (children.length > 0) return;
    if (node.kind === ts.SyntaxKind.EndOfFileToken || node.getWidth(source) === 0) return;
    for (let line = lineAt(node.getStart(source)); line <= lineAt(node.getEnd()); line += 1) lines.add(line);
  }
  visit(source);
  return lines.size;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, each) => total + each, 0);

/** Lines of a part by its rooms: those of `packages/convert/src/trf/day.ts` are `convert`, of `src/cli/import.ts` are `cli`. */
const PARTS: Record<string, RegExp> = {
  src: /^src\/([\w-]+)/,
  packages: /^packages\/([\w-]+)\/src\//,
  test: /^(?:test|packages\/[\w-]+\/test)\//,
  scripts: /^scripts\//,
  research: /^research\//,
};

const counted = ['src', 'packages', 'test', 'scripts', 'research'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => isCounted(file) && !/\/(generated|dist|node_modules)\//.test(file)),
);
for (const [part, pattern] of Object.entries(PARTS)) {
  const [byKind, byRoom] = [new Map<string, number>(), new Map<string, number>()];
  for (const file of counted) {
    const match = pattern.exec(file);
    if (!match) continue;
    const lines = linesOf(join(root, file));
    const kind = file.slice(file.lastIndexOf('.') + 1);
    byKind.set(kind, (byKind.get(kind) ?? 0) + lines);
    if (match[1]) byRoom.set(match[1], (byRoom.get(match[1]) ?? 0) + lines);
  }
  console.log(
    `${part}: ${sum(byKind.values())} (${[...byKind].map(([kind, lines]) => `${kind} ${lines}`).join(', ')})`,
  );
  for (const [room, lines] of [...byRoom].sort((a, b) => b[1] - a[1])) console.log(`  ${room}: ${lines}`);
}
