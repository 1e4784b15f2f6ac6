#!/usr/bin/env bash
# Builds the image and tries it, as root on Debian with buildah and debootstrap: as its user, with and without a volume, until it
# is healthy, through a stop. Without a registry, a minimal Debian with Node from npm stands in for node:22-slim.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
containers=
trap 'for each in $containers; do buildah rm "$each" >/dev/null 2>&1 || true; done; rm -rf "$work"' EXIT
step() { printf '\n== %s\n' "$*"; }

base=docker.io/library/node:22-slim
if ! buildah pull -q "$base" >/dev/null 2>&1; then
  step 'A stand-in for the base image: no registry can be reached'
  base=localhost/node-stand-in
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" >/dev/null
  package=node-linux-$(node -p process.arch)
  npm install --prefix "$work/node" --no-fund --no-audit "$package@22" >/dev/null
  cp "$work/node/node_modules/$package/bin/node" "$work/root/usr/local/bin/node"
  npm=$(dirname "$(dirname "$(realpath "$(command -v npm)")")")
  mkdir -p "$work/root/usr/local/lib/node_modules"
  cp -r "$npm" "$work/root/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/local/bin/npm"
  echo 'node:x:1000:1000::/home/node:/bin/sh' >>"$work/root/etc/passwd"
  scratch=$(buildah from scratch)
  containers="$containers $scratch"
  buildah copy -q "$scratch" "$work/root" / >/dev/null
  buildah commit -q "$scratch" "$base" >/dev/null
fi

step 'Build'
# npm inside reaches the same registry by the same certificates as npm here.
cp /etc/ssl/certs/ca-certificates.crt "$work/certificates"
printf 'registry=%s\ncafile=/etc/npm-certificates\n' "$(npm config get registry)" >"$work/npmrc"
buildah build -q --format docker --layers --build-arg NODE_IMAGE="$base" --volume "$work/npmrc:/root/.npmrc:ro" \
  --volume "$work/certificates:/etc/npm-certificates:ro" -t localhost/battle-results . >/dev/null
buildah images --format '{{.Name}} {{.Size}}' | grep battle-results

container=$(buildah from localhost/battle-results)
containers="$containers $container"
port=4899
serve() { buildah run --user 1000:1000 "$@" -- env PORT=$port node dist/main.js; }

step 'Without a volume it refuses'
if serve "$container" >"$work/refused" 2>&1; then echo 'It started.' >&2; exit 1; fi
cat "$work/refused"
grep -q 'is not on a volume' "$work/refused"

step 'With a volume it starts, is healthy, and stops on SIGTERM'
mkdir "$work/data" && chown 1000:1000 "$work/data"
serve --volume "$work/data:/data:rw" "$container" >"$work/log" 2>&1 &
started=$!
begun=$(date +%s)
until curl -sf "http://127.0.0.1:$port/health/ready"; do
  kill -0 $started || { cat "$work/log"; exit 1; }
  sleep 0.5
done
echo " after $(($(date +%s) - begun)) s, as user $(ps -o uid= -C node | sort -u | tr -d '\n')"
curl -sf -H 'Authorization: Bearer svc_v1_demo' "http://127.0.0.1:$port/api/v1/tournaments?limit=1" >"$work/answer"
head -c 120 "$work/answer"
# The service itself: buildah would end without it, and with it what it has yet to print.
pkill -TERM -u 1000 -f dist/main.js
wait $started || true
grep -o '"msg":"Stopped"' "$work/log" || { tail -n 5 "$work/log"; exit 1; }
ls "$work/data"
