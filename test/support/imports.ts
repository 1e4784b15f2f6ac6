// Reads import lines and says which of them a table of allowed directions does not allow.
import { readdir, readFile } from 'node:fs/promises';
import { posix, relative, sep } from 'node:path';

/** Path below src, with its text. */
export type Sources = Record<string, string>;
/** From a part of src (a folder, or a file on the top level) to the parts it may import; `type x` only for types. */
export type Directions = Record<string, string[]>;

type Import = { from: string; to: string; isPackage: boolean; typeOnly: boolean };

const IMPORT = /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;
const DATABASE_PACKAGES = /^(pg|pg-.*|@prisma\/.*|@electric-sql\/.*|pglite-.*)$/;

/** What is written by hand; generated code keeps its own order. */
export async function readSources(src: string): Promise<Sources> {
  const entries = await readdir(src, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(src, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .filter((file) => !file.startsWith('db/generated/'))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(`${src}/${file}`, 'utf8')])),
  );
}

export function importProblems(sources: Sources, allowed: Directions): string[] {
  const imports = Object.entries(sources).flatMap(([file, text]) => importsOf(file, text));
  return [
    ...[...new Set(Object.keys(sources).map(part))].filter((name) => !(name in allowed)).map(unknownPart),
    ...imports.filter((each) => !isAllowed(each, allowed)).map(describeImport),
    ...imports.filter(({ from, to }) => DATABASE_PACKAGES.test(to) && part(from) !== 'db').map(describeImport),
    ...Object.keys(sources)
      .filter((file) => file !== 'config.ts' && readsEnvironment(sources[file] ?? ''))
      .map((file) => `${file} reads process.env`),
    ...cycles(imports.filter(({ typeOnly }) => !typeOnly)).map((cycle) => `cycle: ${cycle.join(' -> ')}`),
  ];
}

/** Packages that are needed at run time, by the names package.json has for them. */
export function packagesImported(sources: Sources): string[] {
  return Object.entries(sources)
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ to, isPackage, typeOnly }) => isPackage && !typeOnly && !to.startsWith('node:'))
    .map(({ to }) => to.split('/', to.startsWith('@') ? 2 : 1).join('/'));
}

function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, declared, dynamic]) => {
    const target = declared ?? dynamic ?? '';
    const isPackage = !target.startsWith('.');
    const to = isPackage ? target : posix.join(posix.dirname(from), target).replace(/\.js$/, '.ts');
    return { from, to, isPackage, typeOnly: type !== undefined };
  });
}

function isAllowed({ from, to, isPackage, typeOnly }: Import, allowed: Directions): boolean {
  const known = allowed[part(from)] ?? [];
  // Packages are free to use, except where a part may import nothing at all.
  if (isPackage) return part(from) !== 'standings';
  const target = part(to);
  return target === part(from) || known.includes(target) || (typeOnly && known.includes(`type ${target}`));
}

function part(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
}

function unknownPart(name: string): string {
  return `${name} is not in the table`;
}

function describeImport({ from, to, typeOnly }: Import): string {
  return `${from} imports ${typeOnly ? 'types of ' : ''}${to}`;
}

function readsEnvironment(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return /\bprocess\s*\.\s*env\b|\benv\b[^;]*from 'node:process'/.test(code);
}

/** Each cycle once, from its first file in the alphabet. */
function cycles(imports: Import[]): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const cycle = path.slice(start);
      const first = cycle.indexOf([...cycle].sort()[0] ?? '');
      const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
      found.set(turned.join(), [...turned, turned[0] ?? '']);
      return;
    }
    if (done.has(file)) return;
    for (const { to } of imports.filter(({ from }) => from === file)) visit(to, [...path, file]);
    done.add(file);
  };
  for (const { from } of imports) visit(from, []);
  return [...found.values()];
}
