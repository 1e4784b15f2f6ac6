// What differs between two exports, counted by kind: a second opinion on what an import says of itself.
import { isDeepStrictEqual } from 'node:util';
import type { BattleRecord, BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';

/** Such as "tournament participant added" or "battle side changed result", and how many. */
export type Counted = Record<string, number>;

type Fields = Record<string, unknown>;

/** `named` are the records that the bundle has. */
export function differences(
  before: readonly BundleRecord[],
  after: readonly BundleRecord[],
  named: readonly BundleRecord[],
): Counted {
  const counted: Counted = {};
  const count = (what: string) => {
    counted[what] = (counted[what] ?? 0) + 1;
  };
  const now = new Map(after.map((record) => [pathOf(record), record]));
  const was = new Map(withTextsRemoved(before, after).map((record) => [pathOf(record), record]));
  for (const [path, record] of now) {
    const old = was.get(path);
    if (!old) count(`${record.type} - new`);
    else if (!isDeepStrictEqual(old, record)) {
      count(`${record.type} - changed`);
      for (const what of marksOf(old, record)) count(`${record.type} ${what}`);
    }
  }
  for (const record of named) {
    const path = pathOf(record);
    if (isDeepStrictEqual(was.get(path), now.get(path))) count(`${record.type} - unchanged`);
  }
  for (const [path, record] of was) if (!now.has(path)) count(`${record.type} - deleted`);
  return counted;
}

const KEYS = { club: 'slug', player: 'id', battlePack: 'name', faction: 'slug', tournament: 'slug', battle: 'id' };
const pathOf = (record: BundleRecord) => `${record.type} ${(record as unknown as Fields)[KEYS[record.type]]}`;

/** A removal takes the texts of lists along, wherever they are; that is not a change of each of them. */
function withTextsRemoved(before: readonly BundleRecord[], after: readonly BundleRecord[]): BundleRecord[] {
  const removed = new Set(after.flatMap((each) => (each.type === 'player' && each.removed ? [each.id] : [])));
  const tournaments = new Map(after.flatMap((each) => (each.type === 'tournament' ? [[each.slug, each]] : [])));
  const battles = new Map(after.flatMap((each) => (each.type === 'battle' ? [[each.id, each]] : [])));
  const playerOf = (slug: string | null | undefined, entry: number | null | undefined) =>
    tournaments.get(slug ?? '')?.participants?.find((one) => one.entry === entry)?.playerId;
  return structuredClone([...before]).map((record) => {
    if (record.type === 'tournament') {
      for (const one of record.participants ?? []) {
        if (one.list && removed.has(playerOf(record.slug, one.entry) ?? '')) one.list.text = '';
      }
    }
    const battle = record.type === 'battle' ? battles.get(record.id) : undefined;
    for (const [at, side] of battle?.sides.entries() ?? []) {
      const list = (record as BattleRecord).sides[at]?.list;
      if (list && removed.has(side.playerId ?? playerOf(battle?.tournament, side.entry) ?? '')) list.text = '';
    }
    return record;
  });
}

const PARTS: Record<string, { part: string; keys: string[] }> = {
  organizers: { part: 'organizer', keys: ['playerId'] },
  stages: { part: 'stage', keys: ['id'] },
  teams: { part: 'team', keys: ['name'] },
  participants: { part: 'participant', keys: ['entry'] },
  bracketMatches: { part: 'match', keys: ['stage', 'roundNumber', 'table'] },
};

function marksOf(before: BundleRecord, after: BundleRecord): string[] {
  const own = fieldMarks(after.type, before as unknown as Fields, after as unknown as Fields);
  const marks = own.map((mark) => `- ${mark}`);
  if (before.type === 'battle' && after.type === 'battle') {
    const sides = after.sides.flatMap((side, at) => fieldMarks('side', before.sides[at] ?? {}, side));
    return [...marks, ...new Set(sides.map((mark) => `side ${mark}`))];
  }
  if (before.type !== 'tournament') return marks;
  const parts = Object.entries(PARTS).flatMap(([array, { part, keys }]) => {
    const [one, two] = [byKey(before, array, keys), byKey(after as TournamentRecord, array, keys)];
    return [
      ...[...two.keys()].filter((key) => !one.has(key)).map(() => `${part} added`),
      ...[...one.keys()].filter((key) => !two.has(key)).map(() => `${part} removed`),
      ...[...two].flatMap(([key, value]) =>
        fieldMarks(part, one.get(key) ?? value, value).map((mark) => `${part} ${mark}`),
      ),
    ];
  });
  return [...marks, ...parts];
}

function byKey(tournament: TournamentRecord, array: string, keys: string[]): Map<string, Fields> {
  const parts = ((tournament as unknown as Fields)[array] ?? []) as unknown[];
  return new Map(
    parts.map((each, order) => {
      const part = typeof each === 'object' ? { ...each, ...(array === 'stages' && { order }) } : { playerId: each };
      return [keys.map((key) => (part as Fields)[key]).join(' '), part as Fields];
    }),
  );
}

const has = (value: unknown) => !['""', '[]', 'null', 'false'].includes(JSON.stringify(value ?? null));
const kindOf = (was: unknown, now: unknown) => (has(was) === has(now) ? 'changed' : has(now) ? 'added' : 'emptied');

/** Fields that are told as one, each with what it takes its kind from. */
const AS_ONE: Record<string, { name: string; of: string[]; by?: string; alsoEmptied: string[] }> = {
  tournament: { name: 'days', of: ['startDate', 'endDate'], alsoEmptied: ['startDate', 'endDate'] },
  battle: { name: 'place', of: ['tournament', 'stage', 'round'], alsoEmptied: ['round'] },
};
const RESULT = { name: 'result', of: ['outcome', 'battlePoints', 'victoryPoints'], by: 'outcome' };
const WHO = { name: 'player', of: ['entry', 'playerId', 'name'], alsoEmptied: [] };

function fieldMarks(noun: string, was: Fields, now: Fields): string[] {
  const asOne = noun === 'side' ? [{ ...RESULT, alsoEmptied: RESULT.of.slice(1) }, WHO] : [AS_ONE[noun] ?? []].flat();
  const told = asOne.flatMap(({ of }) => of);
  const differ = (name: string) => !isDeepStrictEqual(was[name] ?? null, now[name] ?? null);
  const single = Object.keys(now).filter(
    (name) => differ(name) && !told.includes(name) && !(name in PARTS) && name !== 'sides',
  );
  const marks = [
    ...asOne.flatMap(
      ({ name, of, by, alsoEmptied }: { name: string; of: string[]; by?: string; alsoEmptied: string[] }) => [
        ...(of.some(differ) ? [`${by ? kindOf(was[by], now[by]) : 'changed'} ${name}`] : []),
        ...alsoEmptied.filter((each) => has(was[each]) && !has(now[each])).map((each) => `emptied ${each}`),
      ],
    ),
    ...single.map((name) => `${kindOf(was[name], now[name])} ${name}`),
    ...emptiedOfList(was.list as Fields | null, now.list as Fields | null),
  ];
  const isNamed = noun === 'player' || noun === 'participant';
  return marks.filter((mark) => !isNamed || !['added name', 'emptied name'].includes(mark));
}

function emptiedOfList(was: Fields | null | undefined, now: Fields | null | undefined): string[] {
  if (!was || !now) return [];
  const names = ['faction', 'subFaction', 'battleTacticCards', 'text'];
  return names.filter((name) => has(was[name]) && !has(now[name])).map((name) => `emptied list.${name}`);
}
