// The ranks after each round are those of the board as it was then.

import { TIE_BREAKERS, type TieBreaker } from '@battle-results/bundle-format/tie-breaker';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { battle, load, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();

const PLAYERS = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Late'];
const ROUNDS = [1, 2, 4, 5];
const EVENTS: Record<string, TieBreaker[]> = {
  points: ['battlePoints', 'wins', 'victoryPointsDiff'],
  opponents: ['wins', 'opponentsBattlePoints', 'opponentsWins'],
  all: [...TIE_BREAKERS].reverse(),
  groups: ['wins', 'victoryPoints'],
};

/** A deterministic pseudo-random number. */
const mixed = (...of: number[]) => of.reduce((sum, each) => (sum * 31 + each * 17 + 7) % 101, 3);

function battlesOf(slug: string, nth: number) {
  return ROUNDS.flatMap((round) =>
    [0, 1, 2, 3].flatMap((table) => {
      const [one, other] = [(table + round + nth) % 8, (7 - table + 2 * round) % 8];
      // The latecomer plays from round 4 on.
      if (one === other || (round < 4 && (one === 7 || other === 7))) return [];
      const chance = mixed(nth, round, table);
      const side = (entry: number, at: number) => ({
        entry: entry + 1,
        battlePoints: mixed(chance, at) / 10,
        victoryPoints: mixed(at, chance),
      });
      const outcome = (['win', 'loss', 'draw'] as const)[chance % 3] ?? 'draw';
      return battle(`${slug}-${round}-${table}`, {
        tournament: slug,
        round,
        sides: result(outcome, [side(one, 1), side(other, 2)]),
      });
    }),
  );
}

const stages = [swiss({ rounds: 6 }), swiss({ id: 'placement-swiss', name: 'Placement', rounds: 2 })];
await load(
  db,
  Object.entries(EVENTS).flatMap(([slug, tieBreakers], nth) => [
    tournament({
      slug,
      tieBreakers,
      stages,
      status: nth === 0 ? 'finished' : 'ongoing',
      groups: slug === 'groups',
      participants: PLAYERS.map((name, at) => ({ name, group: slug === 'groups' ? `Group ${at % 2}` : null })),
    }),
    ...battlesOf(slug, nth),
    battle(`${slug}-second`, { tournament: slug, stage: 'placement-swiss', round: 3 }),
    battle(`${slug}-unnumbered`, { tournament: slug, round: null }),
  ]),
);
const app = await createTestApp(db);

const ROWS = '... on Board { rows { name rank battles }';
type Row = { name: string; rank: number | null; battles: number };

test.each(Object.keys(EVENTS))('%s: as the board stood after each round that was played', async (slug) => {
  const after = ROUNDS.map((n) => `r${n}: standings(stage: "swiss", throughRound: ${n}) { ${ROWS} } }`).join(' ');
  const { body } = await app.graphql(`{ tournament(slug: "${slug}") { ${after}
    now: standings(stage: "swiss") { ${ROWS} ranksByRound { round ranks } first: ranksByRound(first: 3) { ranks } } }
    then: standings(stage: "swiss", throughRound: 2) { ${ROWS} ranksByRound { round ranks } } } } }`);
  expect(body.errors).toBeUndefined();
  const { now, then, ...boards } = body.data.tournament;
  const expected = (rows: Row[]) =>
    ROUNDS.map((round) => ({
      round,
      ranks: rows.map(({ name }) => boards[`r${round}`].rows.find((row: Row) => row.name === name)?.rank ?? null),
    }));
  expect(now.ranksByRound).toStrictEqual(expected(now.rows));
  expect(new Set(now.ranksByRound.map(({ ranks }: { ranks: number[] }) => ranks.join())).size).toBeGreaterThan(2);
  expect(now.first[0].ranks).toStrictEqual(now.ranksByRound[0].ranks.slice(0, 3));
  expect(then.ranksByRound).toStrictEqual(expected(then.rows).slice(0, 2));
});

test('a stage has its own rounds, and the final standings have none', async () => {
  const ranks = (stage: string) => `standings(stage: "${stage}") { ... on Board { ranksByRound { round ranks } } }`;
  const { body } = await app.graphql(
    `{ tournament(slug: "points") { a: ${ranks('placement-swiss')} b: ${ranks('standings')} } }`,
  );
  expect(body.data.tournament.a.ranksByRound).toMatchObject([{ round: 3, ranks: [1, 1] }]);
  expect(body.data.tournament.b.ranksByRound).toStrictEqual([]);
});

test('all of it is read once, for any number of tournaments', async () => {
  const counted = async (first: number) => {
    const text = `{ tournaments(first: ${first}) { nodes { stages { standings { ... on Board { ranksByRound { round } } } } } } }`;
    const statements = await statementsOf(async () => expect((await app.graphql(text)).body.errors).toBeUndefined());
    expect(statements.filter((each) => each.includes('"sides"'))).toHaveLength(1);
    return statements.length;
  };
  expect(await counted(4)).toBe(await counted(1));
});
