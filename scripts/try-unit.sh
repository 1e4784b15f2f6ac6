#!/usr/bin/env bash
# Does what docs/install.md says of systemd, with its own lines, on a Debian 12 that is booted for it in a container: as root on Debian
# with git, debootstrap and systemd-container. It installs what is committed, with Node from npm, and listens on loopback (PORT).
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
machine=$work/machine port=${PORT:-4897}
unit=battle-results@$port
step() { printf '\n== %s (after %s s)\n' "$*" "$SECONDS"; }
# The lines of a block of code, by the number it has in its section.
block() {
  awk -v section="## With systemd" -v number="$1" '/^## / { here = $0 == section }
    here && /^```/ { if (code = !code) count++; next } here && code && count == number' docs/install.md | sed "s/@4000/@$port/"
}

nspawn=
first_process() { pgrep -P "$nspawn" -x systemd; }
inside() {
  nsenter -t "$(first_process)" -a env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    bash -euc "cd /root/clone; $*"
}
boot() {
  systemd-nspawn -q --boot --directory="$machine" --machine=battle-results-try --register=no --keep-unit --console=pipe \
    --bind="$(npm config get cache):/root/.npm" >"$work/console" 2>&1 &
  nspawn=$!
  until inside systemctl is-system-running --wait 2>/dev/null | grep -E 'running|degraded'; do
    kill -0 $nspawn || { cat "$work/console"; exit 1; }
    sleep 1
  done
}
shut_down() {
  [ -n "$nspawn" ] || return 0
  inside systemctl poweroff >/dev/null 2>&1 || kill "$nspawn" 2>/dev/null || true
  wait "$nspawn" || true
  nspawn=
  # Where /run is no file system of its own, it is left behind.
  rmdir /run/systemd/nspawn/propagate/battle-results-try 2>/dev/null || true
}
trap 'shut_down; rm -rf "$work"' EXIT
until_ready() {
  for _ in $(seq 120); do
    if curl -sf "http://127.0.0.1:$port/health/ready"; then echo " after $1"; return; fi
    sleep 0.5
  done
  inside journalctl --no-pager -n 30 -u $unit
  exit 1
}
command_of() { inside "cd /opt/battle-results; DATA_DIR=/var/lib/battle-results node dist/cli/$*"; }
same_data() { command_of export.js - 2>/dev/null | cmp - "$work/export" && echo "The same data after $1"; }

step 'A machine'
debootstrap --include=systemd,systemd-sysv,dbus,sudo,ca-certificates,procps bookworm "$machine" >"$work/log" || { tail "$work/log"; exit 1; }
package=node-linux-$(node -p process.arch)
npm install --prefix "$work/node" --no-fund --no-audit "$package@22" >/dev/null
cp "$work/node/node_modules/$package/bin/node" "$machine/usr/local/bin/node"
mkdir -p "$machine/usr/local/lib/node_modules" "$machine/root/.npm"
cp -r "$(dirname "$(dirname "$(realpath "$(command -v npm)")")")" "$machine/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$machine/usr/local/bin/npm"
cp /etc/ssl/certs/ca-certificates.crt "$machine/etc/ssl/certs"
cp -L /etc/resolv.conf "$machine/etc/resolv.conf"
printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\nupdate-notifier=false\n' "$(npm config get registry)" >"$machine/root/.npmrc"
echo battle-results-try >"$machine/etc/hostname"
echo '127.0.1.1 battle-results-try' >>"$machine/etc/hosts"
git clone -q . "$machine/root/clone"
boot

step 'Install, and enable at once'
inside "$(block 1)" >"$work/log" 2>&1 || { tail "$work/log"; exit 1; }
until_ready 'the install'
inside systemctl status $unit --no-pager | head -n 3
inside "grep -E '^(Uid|CapEff|NoNewPrivs|Seccomp):' /proc/\$(systemctl show -p MainPID --value $unit)/status"

step 'Import, read and keys beside the service'
echo '{"type":"club","slug":"north","name":"North"}' | command_of import.js -
command_of import.js --from spreadsheet /root/clone/docs/convert/examples/{event,players,results}.csv | tail -n 3
key=$(command_of keys.js create "'Some Site'" 2>/dev/null)
curl -sf -H "Authorization: Bearer $key" "http://127.0.0.1:$port/api/v1/tournaments" | grep -o '"name":"Example Open"'
curl -sf -H "Authorization: Bearer $key" "http://127.0.0.1:$port/graphql?query=%7Bclub(slug:%22north%22)%7Bname%7D%7D" | grep '"North"'
command_of export.js - >"$work/export" 2>/dev/null
inside journalctl -t battle-results --no-pager -o cat | grep -o 'Battle results gateway is ready'

step 'The timer, at its hour moved into the next minutes'
backups=/var/lib/battle-results-backups
inside "$(grep -o 'sudo cp deploy/battle-results-backup[^`]*' docs/install.md)"
inside "systemctl list-timers --no-pager battle-results-backup.timer | grep 03:15
  mkdir /run/systemd/system/battle-results-backup.timer.d
  printf '[Timer]\nAccuracySec=1s\nOnCalendar=\nOnCalendar=%s\n' \"\$(date -d '+10 seconds' +%T)\" >/run/systemd/system/battle-results-backup.timer.d/soon.conf
  systemctl daemon-reload
  for _ in \$(seq 60); do ls $backups/*.backup 2>/dev/null && break; sleep 1; done
  journalctl -t battle-results-backup -n 1 --no-pager -o cat"
command_of restore.js --replace "$backups/*.backup"
same_data 'a restore'

step 'Killed, restarted, upgraded, stopped'
inside systemctl kill -s KILL $unit
sleep 1
until_ready 'SIGKILL'
inside "test \$(systemctl show -p NRestarts --value $unit) = 1"
inside systemctl restart $unit
until_ready 'a restart'
inside "$(block 2)"
until_ready 'an upgrade'
same_data 'an upgrade'
inside systemctl stop $unit
inside "test \$(systemctl show -p Result --value $unit) = success"
if command_of keys.js list; then echo 'Root was let at the data of a stopped service.' >&2; exit 1; fi
inside "rm $backups/*; systemctl start battle-results-backup; ls $backups/*.backup"

step 'Booted again, a day after the last backup'
inside "rm $backups/*; touch -d '2 days ago' /var/lib/systemd/timers/stamp-battle-results-backup.timer"
shut_down
boot
until_ready 'a boot'
same_data 'a boot'
inside "for _ in \$(seq 60); do ls $backups/*.backup 2>/dev/null && break; sleep 1; done; systemctl --failed --no-pager -q; ls $backups/*.backup >/dev/null"
step 'Done'
