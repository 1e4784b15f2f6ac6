import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pointsRead } from '../src/army-list.js';
import { readArmyListText } from '../src/read-text.js';

const textOf = (name: string) => readFileSync(new URL(`made-up/${name}.txt`, import.meta.url), 'utf8');
const FOOTER = 'Created with Warhammer Age of Sigmar: The App\nApp: 1.16.1 | Data: 301';
const app = (...lines: string[]) => readArmyListText([...lines, FOOTER].join('\n'));

test('a list of the app says its faction, formation, points, drops, lores, cards and units', () => {
  const list = readArmyListText(textOf('app'));
  expect(list).toMatchObject({
    ...{ form: 'aosApp4', name: 'Rats!', faction: 'Skaven', formation: { name: 'Warpcog Convocation', points: 10 } },
    ...{ points: 520, pointsLimit: 1000, drops: 2, season: "General's Handbook 2025-26", unread: [] },
    battleTacticCards: ['Intercept and Recover', 'Master The Paths'],
  });
  expect(list?.picks.map(({ kind, name, points }) => `${kind}: ${name}, ${points}`)).toStrictEqual([
    ...['spell lore: Lore of Ruin, null', 'manifestation lore: Morbid Conjuration, 20'],
    ...['manifestation lore: Forbidden Power, 20', 'manifestation lore: Krondspine Incarnate, null'],
  ]);
  expect(list?.units).toStrictEqual([
    {
      ...{ name: 'Grey Seer', points: 130, number: 1, section: 'General’s Regiment', general: true, reinforced: false },
      options: [{ name: 'Warpstone Charm', points: 10, number: 1, weapon: false }],
    },
    {
      ...{ name: 'Clanrats (2 models)', points: 70, number: 1, section: 'General’s Regiment', general: false },
      ...{ reinforced: true, options: [{ name: 'Warpspear', points: null, number: 1, weapon: true }] },
    },
    unit('The Example Regiment', 240, 'Regiments of Renown'),
    unit('Morbheg Knights', null, 'Regiments of Renown'),
    unit('Gnawhole', 20, 'Faction Terrain'),
  ]);
  expect(list && pointsRead(list)).toBe(520);
});

const unit = (name: string, points: number | null, section: string) => ({
  ...{ name, points, number: 1, section, general: false, reinforced: false, options: [] },
});

test.each([
  ['missing', ['2000/2000 pts'], null],
  ['on lines of its own', ['Skaven', 'are (not) the faction', '2000/2000 pts'], 'Skaven are (not) the faction'],
  ['glued to the total', ['John Cena!!2000/2000 pts'], 'John Cena!!'],
  ['a number that is glued to the total', ['London, 19412000/2000 pts'], 'London, 1941'],
])('the header begins after the total, and the name of a list may be %s', (_, top, name) => {
  expect(app(...top, 'Seraphon', 'Sunclaw Starhost', 'Drops: 1')).toMatchObject({
    ...{ name, points: 2000, faction: 'Seraphon', formation: { name: 'Sunclaw Starhost' }, drops: 1, unread: [] },
  });
});

test('with bars, alliance or parent are not the faction, and without a formation there is none', () => {
  const header = (line: string) => {
    const list = app('1000/1000 pts', line);
    return [list?.faction, list?.formation?.name];
  };
  expect(header('Orruk Warclans | Ironjawz | Grunta Stampede')).toStrictEqual(['Ironjawz', 'Grunta Stampede']);
  expect(header('Grand Alliance Order | Seraphon')).toStrictEqual(['Seraphon', undefined]);
  expect(header('Blades of Khorne | Gorechosen Champions')).toStrictEqual(['Blades of Khorne', 'Gorechosen Champions']);
});

test('a remark in the header leaves the faction open instead of being taken for it', () => {
  const list = app(
    '1000/1000 pts',
    'Please be gentle',
    'Seraphon',
    'Sunclaw Starhost',
    'Regiment 1',
    'Lord Kroak (440)',
  );
  expect(list).toMatchObject({ faction: null, formation: null });
  expect(list?.unread.map(({ line }) => line)).toStrictEqual([2, 3, 4]);
  expect(list?.units.map(({ name }) => name)).toStrictEqual(['Lord Kroak']);
});

test('other lines of the header are no faction, and an option may have a dash', () => {
  const list = app(
    ...['1000/1000 pts', 'Seraphon', 'Sunclaw Starhost', 'Tactiques : Master of the path / Siege', 'Judge: Bob'],
    ...['Regiment 1', 'Lord Kroak (440)', '• General.', '- Staunch Defender'],
  );
  expect(list).toMatchObject({ faction: 'Seraphon', battleTacticCards: ['Master of the path', 'Siege'] });
  expect(list?.unread.map(({ text }) => text)).toStrictEqual(['Judge: Bob']);
  expect(list?.units).toMatchObject([{ general: true, options: [{ name: 'Staunch Defender' }] }]);
});

test('cards are parted by commas or by "and", as the edition of the app does', () => {
  const cards = (line: string) => app('1000/1000 pts', line)?.battleTacticCards;
  expect(cards('Battle Tactic Cards: Restless Energy, Intercept and Recover')).toStrictEqual([
    'Restless Energy',
    'Intercept and Recover',
  ]);
  expect(cards('Battle Tactics Cards: A, B and C')).toStrictEqual(['A', 'B', 'C']);
  expect(cards('Battle Tactics Cards: Restless Energy and Intercept and Recover')).toStrictEqual([
    'Restless Energy',
    'Intercept and Recover',
  ]);
});

test('names with "and" stay whole, nicknames behind points are dropped, and prose is no unit', () => {
  const list = app(
    ...['1000/1000 pts', 'Skaven', 'Regiment 1', 'Blue Horrors and Brimstone Horrors (240)', '• Legends'],
    ...['Abhorrant Gorewarden (170) (Martha!!!)', '3 x Annihilators (160 points)', 'Clanrats (150）'],
    'The bearer shines with a rule description that is not part of the list.',
  );
  expect(list?.units.map(({ name, points, number }) => `${number} ${name} (${points})`)).toStrictEqual([
    ...['1 Blue Horrors and Brimstone Horrors (240)', '1 Abhorrant Gorewarden (170)'],
    ...['3 Annihilators (160)', '1 Clanrats (150)'],
  ]);
  expect(list?.units.flatMap(({ options }) => options)).toStrictEqual([]);
  expect(list?.unread.map(({ text }) => text.slice(0, 10))).toStrictEqual(['The bearer']);
});

test('a second list in the same text is reported, not mixed with the first', () => {
  const one = ['1000/1000 pts', 'Skaven', 'Regiment 1', 'Clanrats (150)', FOOTER].join('\r\n');
  const list = readArmyListText(`${one}\r\n${one}`);
  expect(list?.units).toHaveLength(1);
  expect(list?.unread.map(({ text }) => text)).toContain('Clanrats (150)');
});

test('without the last line of a program nothing is read', () => {
  expect(readArmyListText('Mine 1000/1000 pts\nSkaven\nRegiment 1\nClanrats (150)')).toBeNull();
  expect(readArmyListText('')).toBeNull();
  expect(readArmyListText(`${'x\n'.repeat(20_000)}${FOOTER}`)).toBeNull();
});

test('a list of the third edition says its faction, strategy, units by role, and battalions', () => {
  const list = readArmyListText(textOf('app-third-edition'));
  expect(list).toMatchObject({
    ...{ form: 'aosApp3', faction: 'Sylvaneth', formation: { name: 'Heartwood' }, grandStrategy: 'Take It' },
    ...{ points: 455, pointsLimit: 2000, drops: null, unread: [] },
  });
  expect(
    list?.units.map(({ name, section, options }) => [name, section, options.map((each) => each.name)]),
  ).toStrictEqual([
    ['Warsong Revenant', 'LEADERS', ['Spellsinger', 'Verdant Blessing', 'Verdurous Harmony']],
    ['Tree-Revenants', 'BATTLELINE', ['Waypipes']],
    ['Spiteswarm Hive', 'ENDLESS SPELLS & INVOCATIONS', []],
    ['Awakened Wyldwood', 'TERRAIN', []],
  ]);
  expect(list?.picks.map(({ kind, name }) => `${kind}: ${name}`)).toStrictEqual([
    ...['season of war: The Dwindling', 'triumph: Inspired'],
    ...['battalion: Expert Conquerors', 'battalion: Command Entourage'],
  ]);
  expect(list?.units[0]).toMatchObject({ general: true });
  expect(list && pointsRead(list)).toBe(455);
});
