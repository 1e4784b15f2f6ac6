#!/usr/bin/env bash
# Builds the image and tries it, as root on Debian with buildah, debootstrap, podman and iptables: as its user, with and without
# a volume, until it is healthy, through a stop; then in a container as compose.yaml has it, with its health check, commands and
# backup. Without a registry, a minimal Debian with Node from npm stands in for node:22-slim.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
export STORAGE_DRIVER=overlay BUILDAH_ISOLATION=chroot
# Works everywhere, but copies all files for every step.
buildah info >/dev/null 2>&1 || STORAGE_DRIVER=vfs
containers=
trap 'for each in $containers; do buildah rm "$each" >/dev/null 2>&1 || true; done; rm -rf "$work"' EXIT
step() { printf '\n== %s (after %s s)\n' "$*" "$SECONDS"; }

base=docker.io/library/node:22-slim
if ! buildah pull -q "$base" >/dev/null 2>&1; then
  step 'A stand-in for the base image: no registry can be reached'
  base=localhost/node-stand-in
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" >/dev/null
  package=node-linux-$(node -p process.arch)
  npm install --prefix "$work/node" --no-fund --no-audit "$package@22" >/dev/null
  cp "$work/node/node_modules/$package/bin/node" "$work/root/usr/local/bin/node"
  rm -rf "$work/root/var/cache/apt" "$work/root/var/lib/apt/lists"
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
# npm inside reaches the same registry by the same certificates as npm here, and has its cache.
cp /etc/ssl/certs/ca-certificates.crt "$work/certificates"
printf 'registry=%s\ncafile=/etc/npm-certificates\nupdate-notifier=false\n' "$(npm config get registry)" >"$work/npmrc"
buildah build -q --format docker --layers --build-arg NODE_IMAGE="$base" --volume "$work/npmrc:/root/.npmrc:ro" \
  --volume "$work/certificates:/etc/npm-certificates:ro" --volume "$(npm config get cache):/root/.npm" \
  -t localhost/battle-results . >/dev/null
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
kill -TERM "$(grep -om1 '"pid":[0-9]*' "$work/log" | cut -d: -f2)"
wait $started || true
grep -o '"msg":"Stopped"' "$work/log" || { tail -n 5 "$work/log"; exit 1; }
ls "$work/data"

step 'With podman: read-only, without capabilities, with the volumes of the profile `embedded`'
# Where podman finds two kinds of control groups it refuses to run: this namespace hides one. Limits are those of this shell,
# since more than those may not be permitted.
cat >"$work/in-podman" <<'END'
set -euo pipefail
umount /sys/fs/cgroup/unified 2>/dev/null || true
pod=battle-results-try
# Also when it cannot be started: what is left of it would hold the volumes.
trap 'podman rm -f "$pod" >/dev/null; podman volume rm battle-results-try battle-results-try-backups >/dev/null' EXIT
podman run -d --name "$pod" --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --ulimit nofile=4096:4096 \
  --ulimit nproc=4096:4096 -p 127.0.0.1:4898:4000 -v battle-results-try:/data -v battle-results-try-backups:/backups \
  localhost/battle-results >/dev/null
inside() { podman exec -i "$pod" node "$@"; }
until podman healthcheck run "$pod" 2>/dev/null; do
  [ "$(podman inspect -f '{{.State.Running}}' "$pod")" = true ] || { podman logs "$pod"; exit 1; }
  sleep 1
done
podman inspect -f '{{.State.Healthcheck.Status}} as user {{.Config.User}}' "$pod"
curl -sf http://127.0.0.1:4898/health/ready && echo
podman exec "$pod" sh -c 'touch /app/x' 2>&1 | tail -n 1 || true
echo '{"type":"club","slug":"north","name":"North"}' | inside dist/cli/import.js --replace-demo -
for each in players results event; do cat docs/convert/examples/$each.csv >"$1/$each.csv"; done
chmod -R a+rX "$1"
podman run --rm --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 -v battle-results-try:/data -v "$1:/in:ro" \
  localhost/battle-results node dist/cli/import.js --from spreadsheet /in/players.csv /in/results.csv /in/event.csv
inside dist/cli/backup.js /backups/today.backup
podman exec "$pod" cat /backups/today.backup >"$1/today.backup"
inside dist/cli/restore.js --replace - <"$1/today.backup"
inside dist/cli/export.js - | wc -l
podman exec "$pod" npm run -s status | head -n 2
podman stop -t 30 "$pod" >/dev/null
podman logs "$pod" 2>&1 | grep -o '"msg":"Stopped"'
echo "exit code $(podman inspect -f '{{.State.ExitCode}}' "$pod")"
if podman run --rm --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --tmpfs /data localhost/battle-results; then
  echo 'It started on a file system in memory.' >&2
  exit 1
fi
END
mkdir "$work/in"
unshare -m bash "$work/in-podman" "$work/in"
step 'Done'
