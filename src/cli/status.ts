import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.js';
import type { Status } from '../db/status.js';
import { expectData, runCommand, withDb } from './command.js';
import { limitText, printTable } from './print-table.js';

const USAGE = `Usage: npm run status -- [--json]

Shows on one screen how the data, the keys and the service are. Changes nothing.
  --json  the same as JSON`;

const COMMAND = { usage: USAGE, options: { json: { type: 'boolean' } }, allowPositionals: false } as const;

type Disk = { used: number; free: number };

await runCommand(COMMAND, async ({ values }) => {
  await expectData('show');
  const { readStatus } = await import('../db/status.js');
  const { databaseUrl, dataDir } = readConfig();
  const status = await withDb(readStatus, { migrations: 'ignore' });
  const disk = databaseUrl === null ? await readDisk(dataDir) : null;
  if (values.json) return void process.stdout.write(`${JSON.stringify({ ...status, disk }, null, 2)}\n`);
  printTable(linesOf(status, disk));
  if (status.keys.length > 0) {
    process.stdout.write('\n');
    const keys = status.keys.map(({ id, account, hint, state, rateLimit, lastUsedAt, requestsToday }) => [
      ...[String(id), account, hint, state, limitText(rateLimit), lastUsedAt ?? 'never', number(requestsToday)],
    ]);
    printTable([['ID', 'ACCOUNT', 'KEY', 'STATE', 'LIMIT', 'LAST USED (UTC)', 'REQUESTS TODAY (UTC)'], ...keys]);
  }
});

function linesOf({ location, holder, bytes, migrations, data, keys, services }: Status, disk: Disk | null): string[][] {
  const { applied, last, pending } = migrations;
  return [
    ['Database', `${location}, ${megabytes(bytes)}`],
    ['Service', services ? servicesText(services) : (holder ?? 'does not run')],
    [
      'Migrations',
      pending.length === 0 ? `${applied}, the last ${last}` : `${pending.length} pending; start the service`,
    ],
    ...(data ? dataLines(data) : []),
    ['Keys', keysText(keys)],
    ...(disk ? [['Disk', `${megabytes(disk.used)} in the data folder, ${megabytes(disk.free)} free`]] : []),
  ];
}

function dataLines({ owner, counts, feed, ratings, places }: NonNullable<Status['data']>): string[][] {
  const { tournaments, players, clubs, battles, battlePacks, factions } = counts;
  const kinds = (['planned', 'ongoing', 'finished'] as const).map((kind) => `${number(tournaments[kind])} ${kind}`);
  return [
    [
      'Tournaments',
      `${number(tournaments.published)} published, ${number(tournaments.unpublished)} not; ${kinds.join(', ')}`,
    ],
    ['Players', `${number(players.present)}, and ${number(players.removed)} removed`],
    [
      'Other data',
      `${number(battles)} battles, ${number(clubs)} clubs, ${number(battlePacks)} battle packs, ${number(factions)} factions`,
    ],
    ['Data', owner === 'demo' ? 'the demo world' : owner === 'own' ? 'your own' : 'none loaded yet'],
    ['Changes', feed.lastWrite ? `last write ${feed.lastWrite} UTC, ${number(feed.versions)} in the feed` : 'none yet'],
    ['Ratings', `${upToDate(ratings.upToDate)}${ratings.lastDay ? `, to ${ratings.lastDay}` : ''}`],
    ['Places', `${upToDate(places.upToDate)}${places.pending > 0 ? `, ${number(places.pending)} tournaments` : ''}`],
  ];
}

function upToDate(is: boolean): string {
  return is ? 'up to date' : 'pending until the service has computed them';
}

function servicesText({ processes, since }: NonNullable<Status['services']>): string {
  if (processes === 0) return 'does not run';
  return `${processes} ${processes === 1 ? 'process' : 'processes'}, the first since ${since} UTC`;
}

function keysText(keys: Status['keys']): string {
  const today = new Date().toISOString().slice(0, 10);
  const active = keys.filter(({ state }) => state === 'active').length;
  const used = keys.filter(({ lastUsedAt }) => lastUsedAt?.startsWith(today)).length;
  return `${active} active of ${keys.length}, ${used} used today`;
}

async function readDisk(folder: string): Promise<Disk> {
  const { bavail, bsize } = await statfs(folder);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let used = 0;
  for (const entry of entries) {
    if (entry.isFile())
      used += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return { used, free: bavail * bsize };
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function megabytes(bytes: number): string {
  return `${number(Math.round(bytes / 1e6))} MB`;
}
