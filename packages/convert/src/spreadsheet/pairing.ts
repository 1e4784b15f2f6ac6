// Brings together what two rows say about one battle, and finds where they disagree.

import type { FileProblem } from '../converter.js';
import { type BattleFacts, opposite } from '../event.js';
import { getOrMake } from '../get-or-make.js';
import type { Notes } from '../notes.js';
import type { Person } from './people.js';
import { battleOf, type Said } from './said.js';
import { awardBoth, isUnplayed } from './unplayed.js';

type Pair = {
  battles: { first: Said; second: Said | null }[];
  /** Battles that only one of the two has told of yet, by who. */
  waiting: Map<Person, { first: Said; second: Said | null }[]>;
};

export function pairUp(all: readonly Said[], slug: string, notes: Notes, problems: FileProblem[]): BattleFacts[] {
  const pairs = new Map<string, Pair>();
  for (const said of all) {
    const [low, high] = [said.self.entry, said.other.entry].sort((a, b) => a - b);
    const key = `${said.round ?? 'x'}-${low}-${high}`;
    const pair: Pair = getOrMake(pairs, key, () => ({ battles: [], waiting: new Map() }));
    // Without rounds two may meet again, and the other may be named first.
    const isAnother = said.isOfPair && said.round === null;
    if (isAnother && pair.waiting.has(said.other)) notes.guess(TWO_BATTLES, [said]);
    const theirs = isAnother ? undefined : pair.waiting.get(said.other)?.pop();
    if (theirs) {
      theirs.second = said;
      problems.push(...disagreements(theirs.first, said));
    } else if (said.round !== null && pair.battles[0]) {
      problems.push(problem(said, `is in ${pair.battles[0].first.at} already: the same two in round ${said.round}`));
    } else {
      const battle = { first: said, second: null };
      pair.battles.push(battle);
      getOrMake(pair.waiting, said.self, () => []).push(battle);
    }
  }
  for (const twice of playingTwice([...pairs.values()])) problems.push(twice);
  return [...pairs].flatMap(([key, { battles }]) =>
    battles.flatMap((battle, index) => {
      const { first, second } = battle;
      if (isUnplayed(battle)) {
        if (!awardBoth(battle, notes))
          problems.push(problem(second ?? first, `does not tell who came: see ${first.at}`));
        return [];
      }
      if (second === null && lacksTheOther(first)) notes.miss(ONE_ROW, [first], IN_BOTH_ROWS);
      return [battleOf(`${slug}-${key}${index === 0 ? '' : `-${index + 1}`}`, first, second, notes)];
    }),
  );
}

const TWO_BATTLES = 'that two battles were played where a table without rounds has two players in both orders';
const ONE_ROW = 'second rows of battles';
const IN_BOTH_ROWS = 'only one of the two players has the battle: write it in both rows';
const lacksTheOther = ({ isOfTwoRows, own, others }: Said) =>
  isOfTwoRows || (own.points !== null && others.points === null);

const problem = ({ file, at }: Said, message: string): FileProblem => ({ file, at, message });

function disagreements(one: Said, two: Said): FileProblem[] {
  const differ = (a: unknown, b: unknown) => a !== null && b !== null && a !== b;
  const found: FileProblem[] = [];
  if (differ(opposite(one.outcome), two.outcome)) {
    found.push(problem(two, `${two.self.name}: ${two.outcome}, and ${one.at} has ${one.self.name}: ${one.outcome}`));
  }
  for (const figure of ['points', 'victoryPoints'] as const) {
    if (differ(one.others[figure], two.own[figure]) || differ(one.own[figure], two.others[figure])) {
      found.push(problem(two, `has other points than ${one.at}`));
    }
  }
  return found;
}

/** Of rows that name different opponents, or a bye, for one round, at least one is wrong. */
function playingTwice(pairs: readonly Pair[]): FileProblem[] {
  const seen = new Map<string, Said>();
  return pairs.flatMap(({ battles }) =>
    battles.flatMap(({ first }) =>
      [first.self, first.other].flatMap(({ entry, name, unplayed }) => {
        if (first.round === null) return [];
        const free = unplayed.find(({ round }) => round === first.round);
        if (free) {
          const what = free.kind === 'bye' ? 'a bye' : 'a walkover or no-show';
          return [problem(first, `${name} has ${what} in round ${first.round} as well`)];
        }
        const key = `${first.round} ${entry}`;
        const before = seen.get(key);
        if (!before) seen.set(key, first);
        return before ? [problem(first, `${name} has another opponent in round ${first.round}: see ${before.at}`)] : [];
      }),
    ),
  );
}
