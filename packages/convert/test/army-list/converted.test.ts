// Lists inside the files of an event.
import { expect, test } from 'vitest';
import { bestCoastPairings } from '../../src/best-coast-pairings/best-coast-pairings.js';
import { newRecruit } from '../../src/new-recruit/new-recruit.js';
import { spreadsheet } from '../../src/spreadsheet/spreadsheet.js';
import { convertOne, file } from '../support/convert.js';

const LIST = [
  ...['Rats 150/1000 pts', 'Skaven', 'Warpcog Convocation', 'Drops: 1', 'Battle Tactic Cards: Siege of Ashes'],
  ...['Regiment 1', 'Clanrats (150)', 'Created with Warhammer Age of Sigmar: The App'],
].join('\n');
const READ = {
  ...{ faction: 'Skaven', subFaction: 'Warpcog Convocation', points: 150, battleTacticCards: ['Siege of Ashes'] },
  text: LIST,
};

test('a list in a cell is read, and what other cells say takes precedence', () => {
  const csv = `Name,Faction,List\nAnn,,"${LIST}"\nBo,Skaven of Clan Bo,"${LIST}"\nCy,Orcs,three boars\n`;
  const { tournament } = convertOne(spreadsheet, [file('a.csv', csv)], { stated: { name: 'Open' } });
  expect(tournament.participants?.map(({ list }) => list)).toStrictEqual([
    READ,
    { ...READ, faction: 'Skaven of Clan Bo' },
    { faction: 'Orcs', subFaction: '', points: 0, battleTacticCards: [], text: 'three boars' },
  ]);
});

test('so is a list of New Recruit and of Best Coast Pairings', () => {
  const teams = [{ name: 'ann', players: [{ name: 'ann', lists: [LIST] }] }];
  const event = convertOne(newRecruit, [file('e.json', { _id: 'e1', name: 'Open', type: 0, teams })]);
  expect(event.tournament.participants?.[0]?.list).toStrictEqual(READ);
  const saved = convertOne(bestCoastPairings, [
    file('event.json', { id: 'E1', name: 'Open', eventDate: '2026-03-07', numberOfRounds: 3, ended: true }),
    file('players.json', { active: [{ id: 'Ann', eventId: 'E1', user: { id: 'u1', firstName: 'Ann' } }], deleted: [] }),
    file('list.json', { armyListText: LIST, playerId: 'Ann', eventId: 'E1' }),
  ]);
  expect(saved.tournament.participants?.[0]?.list).toStrictEqual(READ);
});
