import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readArmyListText } from '../src/read-text.js';

const textOf = (name: string) => readFileSync(new URL(`made-up/${name}.txt`, import.meta.url), 'utf8');

test('a list of Sigdex is read, wounds and the missing formation included', () => {
  const list = readArmyListText(textOf('sigdex'));
  expect(list).toMatchObject({
    ...{ form: 'sigdex', name: '"A quotation" - somebody', faction: 'Cities of Sigmar', formation: null, drops: 3 },
    ...{ battleTacticCards: ['Blazing Onslaught', 'Siege of Ashes'], unread: [] },
    units: [
      {
        ...{ name: 'Freeguild Cavaliers (Scourge of Aqshy)', points: 300, reinforced: true },
        options: [{ name: 'The Living City Cross', points: 10 }],
      },
    ],
  });
});

test('a list of New Recruit is read, empty lores included', () => {
  const list = readArmyListText(textOf('new-recruit'));
  expect(list).toMatchObject({
    ...{ form: 'newRecruit', name: '2k KB', faction: 'Kruleboyz', formation: { name: 'Middul Finga' }, points: 1930 },
    ...{ drops: 3, season: "General's Handbook 2025-26", battleTacticCards: [], unread: [] },
    picks: [{ kind: 'spell lore', name: 'Lore of the Swamp' }],
    units: [
      { name: 'Gutrippaz', points: 320, reinforced: true, options: [{ name: 'Champion', number: 1, weapon: true }] },
      { name: 'Skaregob Totem', points: null, section: 'Faction Terrain' },
    ],
  });
});

test('a list of Listbot is read, with picks in brackets and a remark of its player', () => {
  const list = readArmyListText(textOf('listbot'));
  expect(list).toMatchObject({
    ...{ form: 'listbot', faction: 'Daughters of Khaine', formation: { name: 'Arena Veterans' } },
    ...{ points: 2000, pointsLimit: 2000, drops: 3 },
    picks: [
      { kind: null, name: 'Wrathful Cycles', points: null },
      { kind: null, name: 'Bloodshadow Rites', points: 20 },
    ],
    units: [
      { name: 'Bloodwrack Shrine [SoG]', points: 250, general: true, options: [{ name: 'Khainite Pendant' }] },
      {
        ...{ name: 'Stormfiends', number: 6, points: 520, general: false },
        options: [
          { name: 'Doomflayer Gauntlets', number: 2, weapon: true },
          { name: 'Grinderfists', number: 2, weapon: true },
        ],
      },
    ],
    unread: [{ line: 10, text: 'Luke has forgotten his terrain piece :)' }],
  });
});
