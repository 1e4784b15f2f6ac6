import { CURSOR_LIFETIME_HOURS_MAX, readConfig } from '../config.js';
import type { Db } from '../db/client.js';
import { createAccountKey, listKeys, setAccountActive, setKeyActive } from '../db/keys.js';
import { rotateSecrets } from '../paging/cursor-secrets.js';
import { CommandFailed, report, runCommand, UsageError, withDb } from './command.js';

const USAGE = `Usage: npm run keys -- create NAME             a new key for the account NAME, printed once
       npm run keys -- list                    every key, without the keys themselves
       npm run keys -- deactivate ID           a key stops working
       npm run keys -- activate ID             and works again
       npm run keys -- account deactivate NAME every key of an account stops working
       npm run keys -- account activate NAME   and works again
       npm run keys -- rotate-cursors          sign cursors with a new secret; those already issued stay valid`;

await runCommand({ usage: USAGE, options: {}, allowPositionals: true }, async ({ positionals }) => {
  const [verb, ...rest] = positionals;
  if (verb === 'create') {
    const account = only(rest, 'the account');
    return withDb((db) => create(db, account));
  }
  if (verb === 'list' && rest.length === 0) return withDb(list);
  if (verb === 'activate' || verb === 'deactivate') {
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

async function create({ sql }: Db, account: string) {
  const key = await sql.transaction((transaction) => createAccountKey(transaction, account));
  process.stdout.write(`${key}\n`);
  report(`A key for ${account}. It is shown only now; keep it safe.`);
}

async function list({ prisma }: Db) {
  const keys = await listKeys(prisma);
  const rows = [
    ['ID', 'ACCOUNT', 'KEY', 'STATE', 'CREATED (UTC)', 'LAST USED (UTC)'],
    ...keys.map((key) => [String(key.id), key.account, key.hint, key.state, key.createdAt, key.lastUsedAt ?? 'never']),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) {
    process.stdout.write(
      `${row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

async function switchKey({ prisma }: Db, id: number, active: boolean) {
  if (!(await setKeyActive(prisma, id, active)))
    throw new CommandFailed(`There is no key ${id}. See: npm run keys -- list`);
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
