// Generates Prisma's client from prisma/schema.prisma, only if the schema has changed since the last run.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

if (process.argv[1] === fileURLToPath(import.meta.url)) generate();
