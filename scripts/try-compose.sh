#!/usr/bin/env bash
# Does what docs/install.md says of compose, with its own lines, for both profiles: with a running Docker engine, buildx and Compose 2,
# and as root with debootstrap and npm where no registry can be reached: then a Debian with Node from npm stands in for
# node:22-slim, and the same with Debian's PostgreSQL and Redis for postgres:15 and redis:7. Its containers and volumes are a project of its own.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
folder=$work/folder
export COMPOSE_PROJECT_NAME=battle-results-try COMPOSE_PROGRESS=plain BATTLE_RESULTS_LISTEN=127.0.0.1:${PORT:-4896}
export BATTLE_RESULTS_IMAGE=battle-results:try
made=
down() { COMPOSE_PROFILES='*' POSTGRES_PASSWORD=any docker compose -f "$folder/compose.yaml" down -v -t 30 >/dev/null 2>&1 || true; }
# shellcheck disable=SC2086 # $made is a list.
trap 'down; docker image rm battle-results:try battle-results:try-next $made >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
step() { printf '\n== %s (after %s s)\n' "$*" "$SECONDS"; }

stand_in() {
  made="$made $1"
  step "A stand-in for $1: no registry can be reached"
}
there() { docker image inspect "$1" >/dev/null 2>&1 || docker pull -q "$1" >/dev/null 2>&1; }
if ! there node:22-slim; then
  stand_in node:22-slim
  root=$work/root package=node-linux-$(node -p process.arch)
  debootstrap --variant=minbase --include=ca-certificates bookworm "$root" >/dev/null
  npm install --prefix "$work/node" --no-fund --no-audit "$package@22" >/dev/null
  cp "$work/node/node_modules/$package/bin/node" "$root/usr/local/bin/node"
  mkdir -p "$root/usr/local/lib/node_modules"
  cp -r "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
  cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
  printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\nupdate-notifier=false\n' "$(npm config get registry)" >"$root/root/.npmrc"
  echo 'node:x:1000:1000::/home/node:/bin/sh' >>"$root/etc/passwd"
  tar -C "$root" -c . | docker import - node:22-slim >/dev/null
fi
if ! there postgres:15; then
  stand_in postgres:15
  mkdir "$work/postgres"
  # What the official image's entrypoint does at a first start.
  cat >"$work/postgres/entrypoint" <<'END'
#!/bin/bash
set -e
if [ "$(id -u)" = 0 ]; then
  chmod 700 "$PGDATA"; chown -R postgres "$PGDATA"
  exec setpriv --reuid postgres --regid postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  [ -n "$POSTGRES_PASSWORD" ] || { echo 'Error: superuser password is not specified.' >&2; exit 1; }
  initdb -E UTF8 --locale=C.UTF-8 --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -w -o "-c listen_addresses=''" start
  createdb -U "$POSTGRES_USER" --maintenance-db=postgres "$POSTGRES_DB"
  pg_ctl -w -m fast stop
fi
exec "$@" -c listen_addresses='*'
END
  docker build -q -t postgres:15 -f - "$work/postgres" >/dev/null <<'END'
FROM node:22-slim
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends postgresql-15
ENV PATH=/usr/lib/postgresql/15/bin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin PGDATA=/var/lib/postgresql/data
COPY --chmod=755 entrypoint /usr/local/bin/
VOLUME /var/lib/postgresql/data
STOPSIGNAL SIGINT
ENTRYPOINT ["entrypoint"]
CMD ["postgres"]
END
fi
if ! there redis:7; then
  stand_in redis:7
  docker build -q -t redis:7 - >/dev/null <<'END'
FROM node:22-slim
RUN apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -qy --no-install-recommends redis-server
CMD ["redis-server"]
END
fi

step 'Build'
docker build -q -t "$BATTLE_RESULTS_IMAGE" .
printf 'FROM battle-results:try\nLABEL release=next\n' | docker build -q -t battle-results:try-next -

# The lines of a block of code, by the number it has in its section, with today's backups.
block() {
  awk -v section="## With compose" -v number="$1" '/^## / { here = $0 == section }
    here && /^```/ { if (code = !code) count++; next } here && code && count == number' docs/install.md |
    grep -v '^docker build' | sed "s/20[0-9]*-[0-9]*-[0-9]*\.backup/$(date +%F).backup/g"
}
until_ready() {
  for _ in $(seq 180); do
    if curl -sf "http://$BATTLE_RESULTS_LISTEN/health/ready"; then echo " after $1"; return; fi
    sleep 0.5
  done
  docker compose logs --tail 20
  exit 1
}
in_folder() { (cd "$folder" && bash -euxo pipefail -c "$*"); }
same_data() { docker compose exec -T "$1" node dist/cli/export.js - 2>/dev/null | cmp - "$folder/export" && echo "The same data after $2"; }

# What both profiles go through when the service of this name has its data.
goes_on() {
  local service=$1 key
  key=$(docker compose exec -T "$service" node dist/cli/keys.js create Try 2>/dev/null)
  curl -sf -H "Authorization: Bearer $key" "http://$BATTLE_RESULTS_LISTEN/api/v1/tournaments?limit=1" | grep -o '"name":"[^"]*"' | head -n 1
  curl -sf -H "Authorization: Bearer $key" "http://$BATTLE_RESULTS_LISTEN/graphql?query=%7Bclub(slug:%22north%22)%7Bname%7D%7D" | grep '"North"'
  docker compose exec -T "$service" node dist/cli/export.js - >"$folder/export" 2>/dev/null
  in_folder "$(block 4 | sed "s/ embedded / $service /")"
  same_data "$service" 'backup and restore'
  # Among the processes of the engine, which may be on another machine.
  docker run --rm --pid host node:22-slim sh -c "kill -9 $(docker inspect -f '{{.State.Pid}}' "$(docker compose ps -q "$service")")"
  sleep 1
  until_ready SIGKILL
  docker compose down >/dev/null 2>&1
  docker compose up -d >/dev/null 2>&1
  until_ready 'down and up'
  same_data "$service" 'down and up'
  BATTLE_RESULTS_IMAGE=battle-results:try-next docker compose up -d >/dev/null 2>&1
  until_ready 'an upgrade'
  docker inspect -f '{{index .Config.Labels "release"}}' "$(docker compose ps -q "$service")" | grep next
  same_data "$service" 'an upgrade'
  timeout 120 bash -c 'until docker compose ps "$1" | grep -q "(healthy)"; do sleep 1; done' - "$service"
  docker compose stop >/dev/null 2>&1
  docker compose ps -a --format '{{.Service}} {{.State}} {{.ExitCode}}' | tee "$work/ended"
  if grep -qv ' 0$' "$work/ended"; then exit 1; fi
  down
}

mkdir "$folder"
cp compose.yaml docs/convert/examples/{event,players,results}.csv "$folder"
cp packages/convert/test/workbooks/puchar-wisly.xlsx "$folder/open.xlsx"
echo '{"type":"club","slug":"north","name":"North"}' >"$folder/data.jsonl"
chmod -R a+rX "$work"

step 'The profile `embedded`'
in_folder "$(block 1)"
export COMPOSE_FILE=$folder/compose.yaml COMPOSE_ENV_FILES=$folder/.env
until_ready 'the first start'
in_folder "$(block 3)"
goes_on embedded

step 'The profile `postgres`'
in_folder "$(block 2 | grep -v 'docker compose exec')"
until_ready 'the first start'
in_folder "$(block 2 | grep 'docker compose exec'; block 3 | sed '1d; s/ embedded / gateway /')"
goes_on gateway

step 'Two services, and Redis'
port=${BATTLE_RESULTS_LISTEN#*:}
unset BATTLE_RESULTS_LISTEN
in_folder "$(block 5 | sed "s/4000-4001/$port-$((port + 1))/")"
for each in "$port" "$((port + 1))"; do BATTLE_RESULTS_LISTEN=127.0.0.1:$each until_ready "the start on $each"; done
key=$(docker compose exec -T gateway node dist/cli/keys.js create Try 2>/dev/null)
left() { curl -sf -D - -o /dev/null -H "Authorization: Bearer $key" "http://127.0.0.1:$1/api/v1/tournaments?limit=$2" | sed -n 's/^ratelimit:.*r=\([0-9]*\).*/\1/pi'; }
before=$(left "$port" 1)
# What one has used is told to the other after the answer.
sleep 2
after=$(left "$((port + 1))" 2)
echo "The budget: $before left at one, then $after at the other"
[ "$after" -lt "$before" ]
step 'Done'
