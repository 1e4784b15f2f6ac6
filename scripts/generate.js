// Generates what is not committed, only if what it is made from has changed since the last run: Prisma's client from
// prisma/schema.prisma, and the types of our REST and GraphQL clients from the routes and operations.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const stamp = new URL('src/db/generated/made-from.txt', root);
const require = createRequire(import.meta.url);

export function generate() {
  const now = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  const cli = require.resolve('prisma/build/index.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'generate'], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
    // Generating never runs the schema engine, but the CLI requires one to exist. Any file will do, and with one named
    // the CLI downloads nothing.
    env: {
      ...process.env,
      PATH: `${fileURLToPath(new URL('node_modules/.bin', root))}${delimiter}${process.env.PATH}`,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: 'true',
    },
  });
  if (status !== 0) {
    process.stderr.write(stdout + stderr);
    process.exit(1);
  }
  writeFileSync(stamp, now);
}

function fingerprint() {
  const version = JSON.parse(readFileSync(require.resolve('prisma/package.json'), 'utf8')).version;
  const schema = readFileSync(new URL('prisma/schema.prisma', root));
  const generator = readFileSync(new URL('scripts/datamodel-generator.js', root));
  return `${version} ${createHash('sha256').update(schema).update(generator).digest('hex')}\n`;
}

/** The build does without them: they are types, and documents for tests. */
function generateClientTypes() {
  const [made, other] = ['src/site/operations.generated.ts', 'test/rest/openapi.generated.ts'].map(
    (path) => new URL(path, root),
  );
  const mark = `// ${clientTypesFingerprint()}\n`;
  if (existsSync(other) && existsSync(made) && readFileSync(made, 'utf8').endsWith(mark)) return;
  const script = fileURLToPath(new URL('scripts/client-types.ts', root));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    cwd: fileURLToPath(root),
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  writeFileSync(made, mark, { flag: 'a' });
}

function clientTypesFingerprint() {
  const hash = createHash('sha256');
  for (const folder of ['src/graphql', 'src/operations', 'src/rest', 'src/site/operations', 'scripts']) {
    const url = new URL(`${folder}/`, root);
    for (const file of readdirSync(url, { recursive: true }).sort()) {
      if (/\.(ts|graphql)$/.test(file)) hash.update(`${folder}/${file}\0`).update(readFileSync(new URL(file, url)));
    }
  }
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  generate();
  generateClientTypes();
}
