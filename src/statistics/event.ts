// Battles and players of an event as they are stored; the migrations of statistics and of players who come again define
// the encoding.
export type FactionId = number;

export type Event = {
  /** `YYYY-MM` of its first day. */
  month: string | null;
  /** Ordered by id. Results and field refer to factions by their index here. */
  factions: readonly FactionId[];
  /** Number of players with a battle that counts. */
  players: number;
  /** Sorted, so that battles of the same two factions are adjacent. */
  results: Int32Array;
  /** Numbers of the participants in the results: the same number is the same player at every event. */
  roster: Int32Array;
  /** For each result, the indexes of both participants in the roster, with 16 bits each. */
  sides: Int32Array;
  /** For each player the faction with flags, then the player's number. Empty if it was not read, or is not known. */
  field: Int32Array;
  /** For each result, what the first side scored beyond its expected score, in millionths; absent if not known. */
  above?: Int32Array;
};

/** Number of battles by role and score of one side, at index `3 * role + score`. */
export type Tally = Uint32Array;

export const ROLE = { none: 0, attacker: 1, defender: 2 } as const;
export const RESULT_CODES = 9;

/** Maximum number of factions in the results of an event. */
export const FACTIONS_MAX = 1 << 13;
const CODES = 1 << 4;

export const packResult = (first: number, second: number, way: number): number =>
  (first * FACTIONS_MAX + second) * CODES + way;

/** Decodes the big-endian integers that PostgreSQL sends, in place if they are aligned: they are megabytes. */
export function unpackNumbers(bytes: Uint8Array): Int32Array {
  const length = bytes.byteLength >> 2;
  const own = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
  if (IS_LITTLE_ENDIAN) Buffer.from(own.buffer, own.byteOffset, 4 * length).swap32();
  return new Int32Array(own.buffer, own.byteOffset, length);
}

const IS_LITTLE_ENDIAN = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Indexes of the two factions of a battle. */
export const firstOf = (result: number): number => result >>> 17;
export const secondOf = (result: number): number => (result >>> 4) & (FACTIONS_MAX - 1);

/** The same for all battles of the same two factions. */
export const factionsOf = (result: number): number => result >>> 4;

/** Index at which the battles of the next pair of factions begin. */
export function endOfPair(results: Int32Array, from: number): number {
  const pair = factionsOf(results[from] ?? 0);
  let to = from + 1;
  while (to < results.length && factionsOf(results[to] ?? 0) === pair) to += 1;
  return to;
}

/** Role and score of the first side, as `3 * role + score`. */
export const resultCodeOf = (result: number): number => result & (CODES - 1);

/** Each way as seen from the other side. */
const REVERSED = Uint8Array.from({ length: RESULT_CODES }, (_, way) => {
  const role = Math.floor(way / 3);
  return (role === ROLE.none ? role : 3 - role) * 3 + (2 - (way % 3));
});

export const reversedResultCode = (way: number): number => REVERSED[way] ?? 0;

/** One array for all events: thousands of small ones would keep the garbage collector busy. */
let shared = new Uint32Array();
function emptied(size: number): Uint32Array {
  if (shared.length < size) shared = new Uint32Array(2 * size);
  return shared.fill(0, 0, size);
}

/**
 * Tallies of every faction against all others, in the order of `factions`; battles against itself are excluded. They are
 * valid until the next call.
 */
export function againstOthers({ factions, results }: Event): Tally {
  const tallies = emptied(factions.length * RESULT_CODES);
  for (const code of results) {
    const way = resultCodeOf(code);
    const first = firstOf(code);
    const second = secondOf(code);
    if (first === second) continue;
    const own = first * RESULT_CODES + way;
    const turned = second * RESULT_CODES + reversedResultCode(way);
    tallies[own] = (tallies[own] ?? 0) + 1;
    tallies[turned] = (tallies[turned] ?? 0) + 1;
  }
  return tallies;
}

export const FLAGS = { unbeatenStart: 1, topPlace: 2, eventWin: 4 } as const;

/** Visits every player with the index of the faction, the flags and the player's number. */
export function eachPlayer(
  { factions, field }: Event,
  visit: (place: number, flags: number, player: number) => void,
): void {
  for (let at = 0; at < field.length; at += 2) {
    const code = field[at] ?? 0;
    const place = code >>> 3;
    if (place < factions.length) visit(place, code & 7, field[at + 1] ?? 0);
  }
}
