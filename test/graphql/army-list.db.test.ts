// What the text of an army list names, as GraphQL tells it.

import { readArmyListText } from '@battle-results/army-list';
import { expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';

const TEXT = `Rats! 220/1000 pts
Skaven | Warpcog Convocation
Drops: 1
General's Regiment
Grey Seer (140)
• General
• Warpstone Charm
Clanrats (70)
• 2x Warpspear
Created with Warhammer Age of Sigmar: The App`;

const list = (text: string) => ({ faction: 'Skaven', subFaction: '', points: 220, battleTacticCards: [], text });

test('the units of a list are told where the program that wrote it is known', async () => {
  const db = await openTestDb();
  const app = await createTestApp(db);
  await load(db, [
    tournament({
      participants: [
        { name: 'Ann', list: list(TEXT) },
        { name: 'Bo', list: list('All of my rats') },
      ],
    }),
  ]);
  const { body } = await app.graphql(`{ participants(tournament: "spring-clash") { nodes { list { contents {
    form name faction formation { name } points pointsLimit drops season picks { name }
    units { name number points section general reinforced options { name number points } } } } } } }`);
  const [read, unknown] = body.data.participants.nodes.map((node: { list: object }) => node.list);
  expect(read.contents).toMatchObject({ form: 'aosApp4', faction: 'Skaven', units: [{ name: 'Grey Seer' }, {}] });
  expect(readArmyListText(TEXT)).toMatchObject(read.contents);
  expect(unknown).toStrictEqual({ contents: null });
});
