// Differences between a record as it was and as it is, both in the form of an export.

import { isDeepStrictEqual } from 'node:util';
import type { BundleRecord, RecordType } from '@battle-results/bundle-format/record';
import { fieldsOf, PART_OF_ARRAY, type Part, partsOf } from './fields.js';

/** A kind of change of a record, of one of its parts, or of a field. */
export type Kind = { part: Part | null; change: Change; field: string | null };
export type Change = 'new' | 'changed' | 'deleted' | 'added' | 'removed' | 'emptied';
/** `of` is the part as it is or was, or the record. */
export type Difference = Kind & { of: Fields; was: Fields };
export type Fields = Record<string, unknown>;

export function differencesBetween(was: BundleRecord, now: BundleRecord): Difference[] {
  const [before, after] = [was as unknown as Fields, now as unknown as Fields];
  return [
    ...fieldsThatDiffer(now.type, before, after).map((each) => ({ part: null, ...each, of: after, was: before })),
    ...partsOf(now.type).flatMap(({ array, part }) =>
      part === 'side'
        ? sidesThatDiffer(before, after)
        : partsThatDiffer(part, elements(before, array), elements(after, array)),
    ),
  ];
}

/** The fields by which the parts of a tournament are told apart. */
const ITEM: Record<Exclude<Part, 'side'>, string[]> = {
  organizer: ['playerId'],
  stage: ['id'],
  team: ['name'],
  participant: ['entry'],
  match: ['stage', 'roundNumber', 'table'],
};

/** Stages have an order; organisers are plain ids. */
const elements = (record: Fields, array: string): Fields[] =>
  (record[array] as unknown[]).map((each, order) => ({
    ...(typeof each === 'string' ? { playerId: each } : (each as Fields)),
    ...(array === 'stages' && { order }),
  }));

function partsThatDiffer(part: Exclude<Part, 'side'>, before: Fields[], after: Fields[]): Difference[] {
  const keyOf = (of: Fields) => ITEM[part].map((name) => of[name]).join(' ');
  const [old, current] = [before, after].map((parts) => new Map(parts.map((each) => [keyOf(each), each])));
  const whole = (change: Change, of: Fields): Difference => ({ part, change, field: null, of, was: of });
  return [
    ...after.flatMap((of): Difference[] => {
      const was = old?.get(keyOf(of));
      if (!was) return [whole('added', of)];
      return fieldsThatDiffer(part, was, of).map((each) => ({ part, ...each, of, was }));
    }),
    ...before.filter((of) => !current?.has(keyOf(of))).map((of) => whole('removed', of)),
  ];
}

/** Sides are counted by their battles. */
function sidesThatDiffer(before: Fields, after: Fields): Difference[] {
  const all = elements(after, 'sides').flatMap((side, at) =>
    fieldsThatDiffer('side', elements(before, 'sides')[at] ?? {}, side),
  );
  const once = new Map(all.map((each) => [`${each.change} ${each.field}`, each]));
  return [...once.values()].map((each) => ({ part: 'side' as const, ...each, of: after, was: before }));
}

/** Fields that are one thing to people. */
type Together = {
  of: string[];
  /** The field that tells whether there is one. */
  by?: string;
  /** Fields that are also named by themselves when they are emptied. */
  alone?: string[];
};

const TOGETHER: Partial<Record<RecordType | Part, Record<string, Together>>> = {
  tournament: { days: { of: ['startDate', 'endDate'], alone: ['startDate', 'endDate'] } },
  battle: { place: { of: ['tournament', 'stage', 'round'], alone: ['round'] } },
  side: {
    player: { of: ['entry', 'playerId', 'name'] },
    result: {
      of: ['outcome', 'battlePoints', 'victoryPoints'],
      by: 'outcome',
      alone: ['battlePoints', 'victoryPoints'],
    },
  },
};

/** Parts of an army list beside its points, of which 0 may be the value. */
const LIST_TEXTS = ['faction', 'subFaction', 'battleTacticCards', 'text'];

/** Names of the fields of a noun in the order in which they are reported. */
export const fieldOrder = (noun: RecordType | Part): string[] => [
  ...Object.keys(TOGETHER[noun] ?? {}),
  ...fieldsOf(noun).map(({ name }) => name),
];

function fieldsThatDiffer(noun: RecordType | Part, was: Fields, now: Fields): { change: Change; field: string }[] {
  const together = Object.entries(TOGETHER[noun] ?? {});
  const grouped = together.flatMap(([, { of }]) => of);
  const single = Object.keys(now).filter((name) => !grouped.includes(name) && !(name in PART_OF_ARRAY));
  const differs = (name: string) => !isDeepStrictEqual(was[name], now[name]);
  const emptied = (one: Fields, two: Fields, names: string[], prefix = '') =>
    names
      .filter((name) => has(one[name]) && !has(two[name]))
      .map((name) => ({ change: 'emptied' as const, field: prefix + name }));
  const all = [
    ...together.flatMap(([field, { of, by, alone = [] }]) => [
      ...(of.some(differs) ? [{ change: by ? changeOf(was[by], now[by]) : ('changed' as const), field }] : []),
      ...emptied(was, now, alone),
    ]),
    ...single.filter(differs).map((field) => ({ change: changeOf(was[field], now[field]), field })),
    ...(was.list && now.list ? emptied(was.list as Fields, now.list as Fields, LIST_TEXTS, 'list.') : []),
  ];
  // The names of players come and go with another field, which says so.
  const isNamedElsewhere = noun === 'player' || noun === 'participant';
  return all.filter(({ change, field }) => !(isNamedElsewhere && field === 'name' && change !== 'changed'));
}

/** Whether a field has a value; "", false and an empty list are none. */
const has = (value: unknown) => !['""', '[]', 'null', 'false'].includes(JSON.stringify(value ?? null));

const changeOf = (was: unknown, now: unknown): Change =>
  has(was) === has(now) ? 'changed' : has(now) ? 'added' : 'emptied';
