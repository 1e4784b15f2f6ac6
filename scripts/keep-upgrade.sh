#!/usr/bin/env bash
# Keeps a small database and its export as a commit leaves them, for test/db/upgrades.db.test.ts:
#   TEST_DATABASE_URL=postgresql://… scripts/keep-upgrade.sh COMMIT NAME
# The world is test/db/upgrades/world.jsonl. After a release: its tag, and its version as the name.
set -euo pipefail
cd "$(dirname "$0")/.."
commit=$1 name=$2 kept=$PWD/test/db/upgrades modules=$PWD/node_modules
database=keep_upgrade_$$
folder=$(mktemp -d)
url=${TEST_DATABASE_URL%/*}/$database
cleanup() {
  psql -q "$TEST_DATABASE_URL" -c "DROP DATABASE IF EXISTS $database"
  rm -rf "$folder"
}
trap cleanup EXIT
git archive "$commit" | tar -x -C "$folder"
mkdir "$folder/node_modules"
ln -s "$modules"/* "$modules/.bin" "$folder/node_modules"
# Our own packages are those of the commit.
rm "$folder/node_modules/@battle-results"
cp -a "$modules/@battle-results" "$folder/node_modules"
psql -q "$TEST_DATABASE_URL" -c "CREATE DATABASE $database"
(
  cd "$folder"
  export DATABASE_URL=$url
  node scripts/build.js
  node dist/cli/import.js "$kept/world.jsonl"
  node dist/cli/keys.js create 'Some Site' >/dev/null
  node dist/cli/export.js - | gzip -9n >"$kept/$name.jsonl.gz"
)
# As statements, which the embedded database can read, and without psql's own commands.
pg_dump --inserts --rows-per-insert=100 --no-owner --no-privileges "$url" | grep -v '^\\' | gzip -9n >"$kept/$name.sql.gz"
ls -l "$kept/$name".*
