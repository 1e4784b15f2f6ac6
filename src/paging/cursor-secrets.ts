// The secrets that sign cursors. A new one signs only after every process has had time to read it, and its predecessor
// is accepted until the last cursor it signed has expired, so that a client in the middle of a listing does not notice.
import { addCursorSecret, type CursorSecret, readCursorSecrets, removeCursorSecret } from '../db/cursor-secret.js';
import type { Sql } from '../db/sql.js';
import { cursorLifeMs } from './page.js';

export type CursorSecrets = {
  /** The first one signs; all are accepted. */
  current(): readonly string[];
  close(): void;
};

const READ_MS = 15_000;
/** Enough for a few reads, one of which may fail, and for clocks that disagree a little. */
export const NOTICE_MS = 60_000;

/** Secrets from the configuration, separated by commas. */
export function givenSecrets(text: string): CursorSecrets {
  const secrets = text.split(',');
  return { current: () => secrets, close: () => undefined };
}

export type Lifetime = { lifetimeMs: number; now?: () => number };

/** Secrets from the database, re-read periodically. */
export async function keptSecrets(sql: Sql, { lifetimeMs, now = Date.now }: Lifetime): Promise<CursorSecrets> {
  let known = await readCursorSecrets(sql);
  const read = async () => {
    known = await readCursorSecrets(sql).catch(() => known);
  };
  const timer = setInterval(read, READ_MS).unref();
  return {
    current: () => inForce(known, lifetimeMs, now()).map(({ secret }) => secret),
    close: () => clearInterval(timer),
  };
}

/** Creates a new secret and deletes those without live cursors; returns when the new one begins to sign. */
export async function rotateSecrets(sql: Sql, { lifetimeMs, now = Date.now }: Lifetime): Promise<Date> {
  const secrets = await readCursorSecrets(sql);
  const alive = inForce(secrets, lifetimeMs, now());
  for (const secret of secrets) if (!alive.includes(secret)) await removeCursorSecret(sql, secret);
  const from = now() + NOTICE_MS;
  await addCursorSecret(sql, from);
  return new Date(from);
}

/** Returns the signing secret first, then those that do not sign yet and those that signed a cursor still alive. */
function inForce(secrets: CursorSecret[], lifetimeMs: number, now: number): CursorSecret[] {
  const signing = secrets.findLast(({ from }) => from <= now) ?? secrets[0];
  const alive = secrets.filter((_, at) => now <= (secrets[at + 1]?.from ?? now) + cursorLifeMs(lifetimeMs));
  return signing ? [signing, ...alive.filter((secret) => secret !== signing)] : alive;
}
