// Lines of code by folder, without comments, blank lines, imports and generated files:
// npm run count [-- FOLDER OF ANOTHER CHECKOUT]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

for (const folder of ['src', 'test', 'scripts', 'research']) {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(isCounted)
    .filter((file) => !file.includes('/generated/'));
  const byKind = new Map<string, number>();
  for (const file of files) {
    const kind = file.slice(file.lastIndexOf('.') + 1);
    byKind.set(kind, (byKind.get(kind) ?? 0) + linesOf(file));
  }
  const total = [...byKind.values()].reduce((sum, lines) => sum + lines, 0);
  console.log(`${folder}: ${total} (${[...byKind].map(([kind, lines]) => `${kind} ${lines}`).join(', ')})`);
}
