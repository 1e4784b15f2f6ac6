// Reads the public change feed: everything by kind and key, and from the head of the log at which that began, what has
// changed since. A page is filled with what may be told, however much lies between: hidden records leave no trace, and a
// place is that of the last record given.
import type { Given } from '../one-statement/where.js';
import { createParameters, type Sql } from '../sql.js';
import { type Listed, listedSql } from './listed.js';
import { isWhole, type Look, lookSql, type Noted, readMembers } from './noted.js';
import { type Head, headSql, OtherEpochError, type Place, type Spot } from './place.js';
import { belongs, RECORD_KINDS, type RecordKind, type Whole, type Within, wholeOf } from './records.js';

export type LogRequest = {
  /** Where to continue; null for everything and then changes, `now` for changes only. */
  from: Place | 'now' | null;
  kinds: readonly RecordKind[];
  within: Within | null;
  take: number;
};

export type Entry = { kind: RecordKind; key: string; isCurrent: boolean };

/** `upToDate` is true if the page goes to the head of the log; `isThere` is false if the whole is not visible. */
export type LogPage = { entries: Entry[]; next: Place; upToDate: boolean; isThere: boolean };

/** How long is looked for something that may be told before a page is empty. */
const LOOK_MS = 5_000;
/** Number of notes looked at in the first statement and in later ones. */
const FIRST = { least: 16, perEntry: 2 };
const GROWTH = 4;
const MOST = 20_000;

export async function readLog(sql: Sql, { from, take, within, ...request }: LogRequest): Promise<LogPage> {
  const deadline = performance.now() + LOOK_MS;
  for (const kind of [...RECORD_KINDS, 'facets:player']) sql.tag?.(kind);
  const begun = from === 'now' ? null : from;
  const kinds = request.kinds.filter((kind) => belongs(kind, within));
  const entries = new Map<string, Entry>();
  const add = (entry: Entry) => entries.set(`${entry.kind} ${entry.key}`, entry);
  const left = () => take - entries.size;

  async function ask<Row>(asked: (whole: Whole, given: Given) => { with?: string; columns: string }) {
    const { values, given } = createParameters();
    const whole = wholeOf(within, given);
    const { with: before = '', columns } = asked(whole, given);
    const text = `${before} SELECT ${headSql(begun, whole, given)}, ${columns}`;
    const [row] = await sql.queryPrepared<Head & Row>(text, values);
    if (!row?.isKnown) throw new OtherEpochError();
    return row;
  }

  function pageTo({ head, token, isThere }: Head, spot: Spot, upToDate: boolean): LogPage {
    const isAsBefore = begun !== null && entries.size === 0 && spot.n <= begun.seen;
    const shown = isAsBefore ? { seen: begun.seen, token: begun.token } : { seen: head, token };
    return { entries: [...entries.values()], next: { ...spot, ...shown }, upToDate, isThere };
  }

  /** Returns where the feed goes on after this note, or after those of its battles that fit; null if there is none. */
  async function tell({ n, kind, key, isCurrent }: Noted, after = ''): Promise<Spot | null> {
    if (!isWhole(kind)) {
      add({ kind, key, isCurrent });
      return { n, listed: null, at: [kind, key] };
    }
    const members = await readMembers(sql, { kind, key, after }, within, left());
    for (const member of members) add({ kind: 'battle', key: member, isCurrent });
    const last = members.at(-1);
    return last === undefined ? null : { n, listed: null, at: [kind, key, last] };
  }

  let spot: Spot;
  if (begun && !begun.listed) spot = begun;
  else {
    const { listed: after, n } = begun ?? { listed: null, n: null };
    const row = await ask<{ listed: Listed[] }>((whole, given) => ({
      columns: `${listedSql(from === 'now' ? [] : kinds, after, { whole, take }, given)} AS "listed"`,
    }));
    for (const each of row.listed) add({ ...each, isCurrent: true });
    const last = left() === 0 ? row.listed.at(-1) : undefined;
    spot = { n: n ?? row.head, listed: last ? [last.kind, last.key] : null, at: null };
    if (last || spot.n === row.head) return pageTo(row, spot, !last);
  }

  const [kind, key, member] = spot.at ?? [];
  let rest: Noted | null = kind && key && member ? { n: spot.n, kind, key, isCurrent: true } : null;
  let looked = spot;
  for (let size = Math.max(FIRST.least, FIRST.perEntry * take); ; size = Math.min(GROWTH * size, MOST)) {
    const room = left();
    const row = await ask<Look>((whole, given) => lookSql(looked, { whole, kinds, take: room, size }, given));
    if (rest && row.isThere) spot = (await tell(rest, member)) ?? spot;
    rest = null;
    for (const note of row.noted) {
      if (left() > 0) spot = (await tell(note)) ?? spot;
    }
    if (left() === 0) return pageTo(row, spot, false);
    const last = row.noted.length === room ? row.noted.at(-1) : undefined;
    const [n, ...at] = last ? ([last.n, last.kind, last.key] as const) : (row.end ?? []);
    if (n === undefined) return pageTo(row, spot, true);
    looked = { n, listed: null, at: at.length === 2 ? at : null };
    if (performance.now() > deadline) return pageTo(row, looked, false);
  }
}
