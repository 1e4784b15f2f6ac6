// Reads import statements and paths of files, and reports those that go up in the order of folders, or form a cycle.
import { readdir, readFile } from 'node:fs/promises';
import { posix, relative, sep } from 'node:path';

/** Source texts by path below src. */
export type Sources = Record<string, string>;

type Import = { from: string; to: string; isPackage: boolean; typeOnly: boolean };

const IMPORT =
  /^(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)|\bnew URL\('(\.[^']+)'/gm;
const DATABASE_PACKAGES = /^(pg|pg-.*|@prisma\/.*|@electric-sql\/.*|pglite-.*)$/;

/** Handwritten files only; generated code has its own order. */
export async function readSources(src: string): Promise<Sources> {
  const entries = await readdir(src, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(src, `${entry.parentPath}/${entry.name}`).split(sep).join('/'))
    .filter((file) => !file.startsWith('db/generated/'))
    .sort();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(`${src}/${file}`, 'utf8')])),
  );
}

/** `order` lists the parts of src: folders, rooms of a folder such as `graphql/schema`, and files at the top level. */
export function importProblems(sources: Sources, order: string[]): string[] {
  const imports = importsOfAll(sources);
  const part = createPart(order);
  const parts = [...new Set(Object.keys(sources).map(part))];
  return [
    ...parts.filter((name) => !order.includes(name)).map((name) => `${name} is not in the list`),
    ...imports.filter((each) => !isAllowed(each, order)).map(({ from, to }) => `${from} imports ${to}`),
    ...Object.keys(sources)
      .filter((file) => file !== 'config.ts' && readsEnvironment(sources[file] ?? ''))
      .map((file) => `${file} reads process.env`),
    ...circles(imports).map((circle) => `circle: ${circle.join(' -> ')}`),
  ];
}

export const importsOfAll = (sources: Sources): Import[] =>
  Object.entries(sources).flatMap(([file, text]) => importsOf(file, text));

/** Name of the package in package.json. */
export const packageOf = (imported: string): string => imported.split('/', imported.startsWith('@') ? 2 : 1).join('/');

/** Packages that are needed at run time, as named in package.json. */
export function packagesImported(sources: Sources): string[] {
  return importsOfAll(sources)
    .filter(({ to, isPackage, typeOnly }) => isPackage && !typeOnly && !to.startsWith('node:'))
    .map(({ to }) => packageOf(to));
}

function importsOf(from: string, text: string): Import[] {
  const imports = [...text.matchAll(IMPORT)].map(([, type, declared, dynamic, path]) => {
    const target = declared ?? dynamic ?? path ?? '';
    const isPackage = !target.startsWith('.');
    const to = isPackage ? target : posix.join(posix.dirname(from), target).replace(/\.js$/, '.ts');
    return { from, to, isPackage, typeOnly: type !== undefined };
  });
  // Migrations, and the guide, which the build copies below src, are in no part of it.
  return imports.filter(({ to }) => !/^(\.\.|docs)\//.test(to));
}

/** Pure rules, which may import nothing but the words of the format. */
const PURE = ['standings', 'statistics', 'ratings'];
const FORMAT = '@battle-results/bundle-format/';
/** Parts that access data only through the schema. */
const WITHOUT_DATABASE = ['rest', 'site', 'subscriptions'];

function isAllowed({ from, to, isPackage }: Import, order: string[]): boolean {
  const [own, target] = [from, to].map(createPart(order)) as [string, string];
  if (isPackage) return PURE.includes(own) ? to.startsWith(FORMAT) : own === 'db' || !DATABASE_PACKAGES.test(to);
  if (target === own) return true;
  if (PURE.includes(own) || (target === 'db' && WITHOUT_DATABASE.includes(own))) return false;
  return order.indexOf(target) > order.indexOf(own);
}

/** The room of a file if its folder has rooms, otherwise the folder. */
function createPart(order: string[]): (file: string) => string {
  return (file) => {
    const [folder = '', room = ''] = file.split('/');
    return order.includes(`${folder}/${room}`) ? `${folder}/${room}` : folder.replace(/\.ts$/, '');
  };
}

function readsEnvironment(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  return /\bprocess\s*\.\s*env\b|\benv\b[^;]*from 'node:process'/.test(code);
}

/** Each cycle once, starting at its alphabetically first file. */
function circles(imports: Import[]): string[][] {
  const found = new Map<string, string[]>();
  const done = new Set<string>();
  const visit = (file: string, path: string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      const circle = path.slice(start);
      const first = circle.indexOf([...circle].sort()[0] ?? '');
      const turned = [...circle.slice(first), ...circle.slice(0, first)];
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
