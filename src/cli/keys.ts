import { CURSOR_LIFETIME_HOURS_MAX, readConfig } from '../config.js';
import type { Db } from '../db/client.js';
import {
  createAccountKey,
  listKeys,
  minuteOf,
  readUsage,
  rotateKey,
  setAccountActive,
  setKeyActive,
  setKeyExpiry,
  setKeyLimit,
} from '../db/keys.js';
import { rotateSecrets } from '../paging/cursor-secrets.js';
import { COSTS } from './budget.js';
import { CommandFailed, expectData, report, runCommand, UsageError, withDb } from './command.js';
import { limitText, printTable } from './print-table.js';

const USAGE = `Usage: npm run keys -- create NAME             a new key for the account NAME, printed once
       npm run keys -- list                    every key, without the keys themselves
       npm run keys -- usage [ID]              what keys were used for, by day (UTC) and operation
       npm run keys -- deactivate ID           a key stops working; revoke ID does the same
       npm run keys -- activate ID             and works again
       npm run keys -- expire ID               a key stops working later
       npm run keys -- limit ID [N]            its budget per minute, in cost; without N that of the service (RATE_LIMIT)
       npm run keys -- rotate ID               another key for the same account; the old one expires
       npm run keys -- account deactivate NAME every key of an account stops working
       npm run keys -- account activate NAME   and works again
       npm run keys -- rotate-cursors          sign cursors with a new secret; those already issued stay valid
  --days N  create, expire: until the key expires (expire without it: never); rotate: how long the old key still works,
            by default 7; usage: how many days, by default 7
  --limit N  create: as limit; 0 means no limit`;

const PRESET_DAYS = 7;
/** As for RATE_LIMIT. */
const LIMIT_MAX = 1_000_000_000;
const OPTIONS = { days: { type: 'string' }, limit: { type: 'string' } } as const;

await runCommand({ usage: USAGE, options: OPTIONS }, async ({ values, positionals }) => {
  const [verb, ...rest] = positionals;
  const days = values.days === undefined ? null : daysOf(values.days);
  const limit = values.limit === undefined ? null : limitOf(values.limit);
  if (verb === 'create') {
    const account = only(rest, 'the account');
    return withDb((db) => create(db, account, days, limit));
  }
  if (limit !== null) throw new UsageError('--limit belongs to create.');
  if (days !== null && !['expire', 'rotate', 'usage'].includes(verb ?? '')) {
    throw new UsageError('--days belongs to create, expire, rotate and usage.');
  }
  if (verb === 'list' && rest.length === 0) return reading(list);
  if (verb === 'usage') {
    const id = rest.length === 0 ? null : keyId(only(rest, 'the ID of a key'));
    return reading((db) => usage(db, days ?? PRESET_DAYS, id));
  }
  if (verb === 'expire' || verb === 'rotate') {
    const id = keyId(only(rest, 'the ID of a key'));
    return withDb((db) => (verb === 'expire' ? expire(db, id, days) : rotate(db, id, days ?? PRESET_DAYS)));
  }
  if (verb === 'limit') {
    const [word, ...more] = rest;
    const id = keyId(only(word === undefined ? [] : [word], 'the ID of a key'));
    const own = more.length === 0 ? null : limitOf(only(more, 'one limit'));
    return withDb((db) => setLimit(db, id, own));
  }
  if (verb === 'activate' || verb === 'deactivate' || verb === 'revoke') {
    const id = keyId(only(rest, 'the ID of a key'));
    return withDb((db) => switchKey(db, id, verb === 'activate'));
  }
  if (verb === 'account' && (rest[0] === 'activate' || rest[0] === 'deactivate')) {
    const name = only(rest.slice(1), 'the account');
    return withDb((db) => switchAccount(db, name, rest[0] === 'activate'));
  }
  if (verb === 'rotate-cursors' && rest.length === 0) {
    if (readConfig().cursorSecret !== null) throw new CommandFailed('CURSOR_SECRET is set: change it there.');
    return withDb(rotateCursors);
  }
  throw new UsageError(verb ? `Unknown command: ${positionals.join(' ')}` : 'Give a command.');
});

async function reading(work: (db: Db) => Promise<void>) {
  await expectData('show');
  await withDb(work, { migrations: 'expect' });
}

async function create({ sql }: Db, account: string, days: number | null, rateLimit: number | null) {
  const terms = { expiresAt: days === null ? null : inDays(days), rateLimit };
  printKey(await sql.transaction((transaction) => createAccountKey(transaction, account, terms)), account);
  reportBudget(rateLimit);
}

async function rotate({ sql }: Db, id: number, days: number) {
  const until = inDays(days);
  const rotated = await sql.transaction((transaction) => rotateKey(transaction, id, until));
  if (!rotated) throw unknownKey(id);
  printKey(rotated.key, rotated.account);
  report(`Key ${id} expires ${minuteOf(until)} UTC at the latest.`);
}

function printKey(key: string, account: string) {
  process.stdout.write(`${key}\n`);
  report(`A key for ${account}. It is shown only now; keep it safe.`);
}

async function expire({ prisma }: Db, id: number, days: number | null) {
  const expiry = days === null ? null : inDays(days);
  if (!(await setKeyExpiry(prisma, id, expiry))) throw unknownKey(id);
  report(expiry ? `Key ${id} expires ${minuteOf(expiry)} UTC.` : `Key ${id} does not expire.`);
}

async function setLimit({ prisma }: Db, id: number, limit: number | null) {
  if (!(await setKeyLimit(prisma, id, limit))) throw unknownKey(id);
  report(`The limit of key ${id} is ${limit === null ? 'that of the service' : limitText(limit)}.`);
  reportBudget(limit);
}

function reportBudget(limit: number | null) {
  if (limit) report(`With ${limitText(limit)} a minute: ${COSTS}.`);
}

async function usage({ sql }: Db, days: number, id: number | null) {
  const rows = await readUsage(sql, days, id);
  if (rows.length === 0) return report('No key was used in this time.');
  printTable([
    ['DAY', 'ID', 'ACCOUNT', 'OPERATION', 'REQUESTS', 'COST'],
    ...rows.map(({ day, keyId, account, operation, requests, cost }) => [
      ...[day, String(keyId), account, operation],
      ...[requests, cost].map((value) => value.toLocaleString('en')),
    ]),
  ]);
}

async function list({ prisma }: Db) {
  const keys = await listKeys(prisma);
  printTable([
    ['ID', 'ACCOUNT', 'KEY', 'STATE', 'LIMIT', 'CREATED (UTC)', 'LAST USED (UTC)', 'EXPIRES (UTC)'],
    ...keys.map(({ id, account, hint, state, rateLimit, createdAt, lastUsedAt, expiresAt }) => [
      ...[String(id), account, hint, state, limitText(rateLimit), createdAt],
      ...[lastUsedAt, expiresAt].map((time) => time ?? 'never'),
    ]),
  ]);
}

async function switchKey({ prisma }: Db, id: number, active: boolean) {
  if (!(await setKeyActive(prisma, id, active))) throw unknownKey(id);
  report(`Key ${id} is ${active ? 'active' : 'deactivated'}.`);
}

async function switchAccount({ prisma }: Db, name: string, active: boolean) {
  if (!(await setAccountActive(prisma, name, active))) throw new CommandFailed(`There is no account ${name}.`);
  report(`The account ${name} is ${active ? 'active' : 'deactivated'}.`);
}

async function rotateCursors({ sql }: Db) {
  // The service may be configured with a longer lifetime than this command sees, so secrets are kept for the maximum.
  const from = await rotateSecrets(sql, { lifetimeMs: CURSOR_LIFETIME_HOURS_MAX * 3_600_000 });
  report(`Cursors are signed with a new secret from ${from.toISOString().slice(11, 19)} UTC on.`);
}

function only(words: string[], what: string): string {
  const [word, ...more] = words;
  if (!word || more.length > 0)
    throw new UsageError(`Name ${what}${more.length > 0 ? ', in quotes when it has spaces' : ''}.`);
  return word;
}

function keyId(word: string): number {
  if (!/^\d{1,9}$/.test(word)) throw new UsageError(`${word} is not the ID of a key. See: npm run keys -- list`);
  return Number(word);
}

function unknownKey(id: number): CommandFailed {
  return new CommandFailed(`There is no key ${id}. See: npm run keys -- list`);
}

function daysOf(word: string): number {
  if (!/^\d{1,4}$/.test(word)) throw new UsageError('--days must be a whole number from 0 to 9999.');
  return Number(word);
}

function limitOf(word: string): number {
  if (!/^\d{1,10}$/.test(word) || Number(word) > LIMIT_MAX)
    throw new UsageError(`A limit must be a whole number from 0 to ${LIMIT_MAX}.`);
  return Number(word);
}

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
