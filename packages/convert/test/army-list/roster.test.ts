import { readFileSync } from 'node:fs';
import { pointsRead, readArmyListText } from '@battle-results/army-list';
import { expect, test } from 'vitest';
import { convertListText, writeList } from '../../src/army-list/record.js';
import { readArmyRoster } from '../../src/army-list/roster.js';
import { zipFile } from '../support/zip-file.js';

/** The roster as a tree of XML: lists as containers, the rest as attributes. */
function toXml(name: string, node: Record<string, unknown>): string {
  const attributes = Object.entries(node).filter(([key, value]) => !Array.isArray(value) && key !== '$text');
  const containers = Object.entries(node).filter(([, value]) => Array.isArray(value));
  const text = attributes.map(([key, value]) => ` ${key}="${String(value).replaceAll('&', '&amp;')}"`).join('');
  const item = (container: string) => (container === 'categories' ? 'category' : container.replace(/s$/, ''));
  const inner = containers.map(([key, list]) => {
    const items = (list as Record<string, unknown>[]).map((each) => toXml(item(key), each)).join('');
    return `<${key}>${items}</${key}>`;
  });
  return `<${name}${text}>${node.$text ?? ''}${inner.join('')}</${name}>`;
}

const json = readFileSync(new URL('roster.json', import.meta.url));
const xml = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>\n${toXml('roster', JSON.parse(json.toString()).roster)}`,
);

test('a roster is read alike from JSON, XML and an archive of it', () => {
  const list = readArmyRoster({ bytes: json });
  expect(list).toMatchObject({
    ...{ form: 'roster', name: 'Mine', faction: 'Flesh-eater Courts', formation: { name: 'The Royal Hunt' } },
    ...{ points: 350, pointsLimit: 1000, season: "General's Handbook 2026-27", battleTacticCards: ['Smokescreen'] },
    picks: [{ kind: 'spell lore', name: 'Lore of Madness' }],
  });
  expect(list.units).toStrictEqual([
    {
      ...{ name: 'Charnel Throne', points: null, number: 1, section: 'Faction Terrain', general: false },
      ...{ reinforced: false, options: [] },
    },
    {
      ...{ name: 'Abhorrant Archregent', points: 140, number: 1, section: 'Regiment 1', general: true },
      reinforced: false,
      options: [{ name: 'Charnel Vestments', points: 20, number: 1, weapon: false }],
    },
    {
      ...{ name: 'Cryptguard', points: 190, number: 1, section: 'Regiment 1', general: false, reinforced: true },
      options: [{ name: 'Champion', points: null, number: 1, weapon: true }],
    },
  ]);
  expect(pointsRead(list)).toBe(350);
  expect(readArmyRoster({ bytes: xml })).toStrictEqual(list);
  expect(readArmyRoster({ bytes: zipFile({ 'Mine.ros': xml }) })).toStrictEqual(list);
});

test('an army of renown has its faction and itself in the name of its catalogue', () => {
  const renown = {
    roster: { name: 'x', forces: [{ name: 'f', catalogueName: 'Blades of Khorne - Gorechosen Champions' }] },
  };
  const list = readArmyRoster({ bytes: Buffer.from(JSON.stringify(renown)) });
  expect([list.faction, list.formation?.name]).toStrictEqual(['Blades of Khorne', 'Gorechosen Champions']);
});

test('rules of the publisher are not in the record, which has a text of names and points that is read again', () => {
  const list = readArmyRoster({ bytes: xml });
  const record = convertListText(writeList(list));
  expect(readArmyListText(record.text)).toStrictEqual(list);
  expect(JSON.stringify(record)).not.toContain('SECRET');
  expect(record).toStrictEqual({
    ...{ faction: 'Flesh-eater Courts', subFaction: 'The Royal Hunt', points: 350, battleTacticCards: ['Smokescreen'] },
    text: [
      ...['Mine 350/1000 pts', 'Flesh-eater Courts | The Royal Hunt', "General's Handbook 2026-27"],
      ...['Spell lore - Lore of Madness', 'Battle Tactic Cards: Smokescreen', 'Faction Terrain', 'Charnel Throne'],
      ...['Regiment 1', 'Abhorrant Archregent (140)', '• General', '• Charnel Vestments (20)'],
      ...['Cryptguard (190)', '• Reinforced', '• 1 x Champion', 'Written from a roster file'],
    ].join('\n'),
  });
});

test('so is that of a roster without a limit, under any headings', () => {
  const cost = (value: number) => [{ name: 'pts', typeId: 'points', value }];
  const unit = (name: string, points: number) => ({ name, type: 'unit', number: 1, costs: cost(points) });
  const roster = {
    ...{ name: 'All | 20\nof them', costs: cost(410.2), costLimits: cost(0) },
    forces: [
      {
        ...{ name: "✦ General's Handbook 2026-27", catalogueName: 'Bonesplitterz' },
        selections: [],
        forces: [
          { name: 'Auxillary Units', selections: [unit('Wardokk', 100), unit('Savage Orruks', 140)] },
          { name: 'Regiment', selections: [unit('Maniak Weirdnob', 170)] },
        ],
      },
    ],
  };
  const list = readArmyRoster({ bytes: Buffer.from(JSON.stringify({ roster })) });
  expect(list).toMatchObject({ name: 'All | 20 of them', points: 410, pointsLimit: null });
  expect(list.units.map(({ name, section }) => `${section}: ${name}`)).toStrictEqual([
    ...['Auxillary Units: Wardokk', 'Auxillary Units: Savage Orruks', 'Regiment 1: Maniak Weirdnob'],
  ]);
  expect(readArmyListText(writeList(list))).toStrictEqual(list);
  expect(convertListText(writeList(list))).toMatchObject({ faction: 'Bonesplitterz', points: 410 });
  const unpriced = readArmyRoster({ bytes: Buffer.from(JSON.stringify({ roster: { ...roster, costs: [] } })) });
  expect(readArmyListText(writeList(unpriced))).toStrictEqual({ ...unpriced, name: null });
});

test('a text that no program wrote keeps its words and the faction that the event has for it', () => {
  expect(convertListText('3 dragons, no luck', { faction: 'Stormcast Eternals' })).toStrictEqual({
    faction: 'Stormcast Eternals',
    subFaction: '',
    points: 0,
    battleTacticCards: [],
    text: '3 dragons, no luck',
  });
});

test.each([
  ['JSON that is none', Buffer.from('{"roster":'), 'is not JSON'],
  ['another document', Buffer.from('{"a":1}'), 'it has no forces'],
  ['two files in an archive', zipFile({ 'a.ros': xml, 'b.ros': xml }), 'exactly one roster in it'],
  ['an archive in an archive', zipFile({ 'a.ros': zipFile({ 'b.ros': xml }) }), 'an archive in the archive'],
  ['an archive of too much', zipFile({ 'a.ros': ' '.repeat(65 * 1024 * 1024) }), 'unpacks to more than 64 MB'],
  ['entities', Buffer.from('<!DOCTYPE r [<!ENTITY a "b">]><roster/>'), 'a document type'],
])('%s is refused', (_, bytes, message) => {
  expect(() => readArmyRoster({ bytes })).toThrow(message);
});
