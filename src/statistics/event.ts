// An event's battles and players as they are kept, four bytes each: the migration of statistics says how.
export type FactionId = number;

export type Event = {
  /** `YYYY-MM` of its first day. */
  month: string | null;
  /** Results and field name factions by their place here. */
  factions: readonly FactionId[];
  /** In order, so that battles of the same two factions stand together. */
  results: Int32Array;
  field: Int32Array;
};

/** How many battles ended how, in the role and with the score of one side: at `3 * role + score`. */
export type Tally = Uint32Array;

export const ROLE = { none: 0, attacker: 1, defender: 2 } as const;
export const WAYS = 9;

/** An event has results of no more factions. */
export const PLACES = 1 << 13;
const CODES = 1 << 4;

export const packResult = (first: number, second: number, way: number): number =>
  (first * PLACES + second) * CODES + way;

/** Numbers that PostgreSQL has sent byte by byte. */
export function unpackNumbers(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Int32Array(bytes.byteLength >> 2);
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = view.getInt32(at * 4);
  return numbers;
}

/** The places of every two factions that met, with what became of it for the first; the next two have the same tally. */
export function eachPair({ results }: Event, visit: (first: number, second: number, tally: Tally) => void): void {
  const tally = new Uint32Array(WAYS);
  const last = results.length - 1;
  for (let at = 0; at <= last; at += 1) {
    const code = results[at] ?? 0;
    const way = code & (CODES - 1);
    tally[way] = (tally[way] ?? 0) + 1;
    const pair = code >>> 4;
    if (at < last && (results[at + 1] ?? 0) >>> 4 === pair) continue;
    visit(pair >>> 13, pair & (PLACES - 1), tally);
    tally.fill(0);
  }
}

/** What it is for the other side. */
export function turnedWay(way: number): number {
  const role = Math.floor(way / 3);
  return (role === ROLE.none ? role : 3 - role) * 3 + (2 - (way % 3));
}

export const FLAGS = { unbeatenStart: 1, topPlace: 2, eventWin: 4 } as const;

/** Every player: the faction, and what flags say. */
export function eachPlayer({ factions, field }: Event, visit: (faction: FactionId, flags: number) => void): void {
  for (const code of field) {
    const faction = factions[code >>> 3];
    if (faction !== undefined) visit(faction, code & 7);
  }
}
