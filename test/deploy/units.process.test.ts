// The systemd units in deploy/, as far as that can be tried without systemd as the first process: what it says about them, and
// the service with the system calls refused that the unit refuses.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { addressOf, build, run, start, temporaryFolder } from '../support/process.js';
import { ratedEvent } from '../support/rich-world.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
beforeAll(() => build());

const UNITS = ['battle-results@.service', 'battle-results-backup.service', 'battle-results-backup.timer'];
const unit = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

const isRequired = Boolean(process.env.REQUIRE_PROXIES);
const hasSystemd = isRequired || works('systemd-analyze', '--version');
if (!hasSystemd) console.log('The units of systemd are not checked: systemd-analyze is not installed');
const hasStrace = works('strace', '-f', '--seccomp-bpf', '-o', '/dev/null', 'true');
if (!hasStrace)
  console.log('The system calls of the service are not checked: strace is not installed, or not permitted');

test.skipIf(!hasSystemd)('systemd finds nothing wrong with the units', async () => {
  const folder = await temporaryFolder();
  for (const name of UNITS) {
    writeFileSync(join(folder, name), unit(name).replace(/^WorkingDirectory=.*$/m, 'WorkingDirectory=/'));
  }
  const files = UNITS.map((name) => join(folder, name));
  expect(execFileSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
});

test.each(['battle-results@', 'battle-results-backup'])('lines of %s in the journal have its name', (name) => {
  expect(unit(`${name}.service`).match(/^SyslogIdentifier=(.*)$/m)?.[1]).toBe(name.replace('@', ''));
});

/** The system calls that the unit allows: sets are as this systemd lists them, and a later line adds or takes away. */
function callsAllowed(): Set<string> {
  const listed = execFileSync('systemd-analyze', ['syscall-filter', '--no-pager'], {
    encoding: 'utf8',
    // It says so if it does not see the kernel's own list.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sets = new Map<string, string[]>();
  for (const [name = '', ...words] of listed.split(/\n\n/).map((each) => each.replace(/#.*/g, '').split(/\s+/))) {
    sets.set(name, words.filter(Boolean));
  }
  const callsOf = (word: string): string[] => sets.get(word)?.flatMap(callsOf) ?? [word];
  const allowed = new Set<string>();
  for (const [, not, words = ''] of unit('battle-results@.service').matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const call of words.split(' ').flatMap(callsOf)) not ? allowed.delete(call) : allowed.add(call);
  }
  return allowed;
}

test.skipIf(!hasSystemd || !hasStrace)(
  'the service needs no system call that its unit refuses, and does its work without a lower priority',
  async () => {
    const allowed = callsAllowed();
    expect(allowed).toContain('setpriority');
    allowed.delete('setpriority');
    const folder = await temporaryFolder();
    const calls = join(folder, 'calls');
    const refused = `!${[...allowed].map((call) => `?${call}`).join(',')}`;
    const strace = ['strace', '-D', '-f', '--seccomp-bpf', '-o', calls, '-e', `trace=${refused}`];
    const env = { DATA_DIR: join(folder, 'data'), PORT: '0', DEMO_WORLD: 'false', NODE_ENV: 'production' };
    const service = start('main.js', { env, under: [...strace, '-e', `inject=${refused}:error=EPERM`] });
    await addressOf(service);
    const stdin = ratedEvent.map((record) => JSON.stringify(record)).join('\n');
    expect(await run('cli/import.js', ['-'], { env, stdin })).toMatchObject({ code: 0 });
    const derived = async () => JSON.parse((await run('cli/status.js', ['--json'], { env })).stdout).data;
    const upToDate = { ratings: { upToDate: true }, places: { upToDate: true } };
    await vi.waitFor(async () => expect(await derived()).toMatchObject(upToDate), { timeout: 30_000, interval: 500 });
    expect(await run('cli/backup.js', [join(folder, 'backup')], { env })).toMatchObject({ code: 0 });
    expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
    const made = [...readFileSync(calls, 'utf8').matchAll(/^\d+ +(\w+)\(/gm)].map(([, call]) => call);
    expect([...new Set(made)]).toStrictEqual(['setpriority']);
  },
);
