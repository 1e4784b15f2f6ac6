// The format of a bundle: JSON Lines, one of these records per line. The JSON Schema built here is the one that is
// published, validates every line and defines the types. Rules that span several fields are in record-rules.ts.
import Type, { type Static } from 'typebox';
import { Battle, type BattleRecord } from './battle-record.js';
import {
  ADDRESS_CHARACTERS_MAX,
  count,
  flag,
  KEEPS,
  keeps,
  key,
  name,
  nameOrNull,
  object,
  orNull,
  shortOrNull,
  text,
  when,
} from './field-schema.js';
import { Tournament, type TournamentRecord } from './tournament-record.js';

const Club = object(
  {
    type: Type.Literal('club'),
    slug: key('Short name used in the club web address.'),
    name: name('Club name.'),
    description: Type.Optional(text('Plain text description written by the club.')),
    city: shortOrNull('Town or city.'),
    country: shortOrNull('Country name.'),
    members: Type.Optional(count('Number of members.')),
    website: orNull<string>('string', "The club's own website.", { maxLength: ADDRESS_CHARACTERS_MAX }),
  },
  `A club. ${KEEPS}`,
);

const Player = object(
  {
    type: Type.Literal('player'),
    id: key('Public player id.'),
    name: nameOrNull('Display name. Needed unless the player has been removed.'),
    removed: Type.Optional(flag('A removed player loses name and id in every answer, and the text of army lists.')),
  },
  `A player with a public id. ${KEEPS} "removed" is not kept: it has to be repeated.`,
  when({ properties: { removed: { const: true } }, required: ['removed'] }, {}, keeps('name', 'string')),
);

const BattlePack = object(
  {
    type: Type.Literal('battlePack'),
    name: name('Name of the battle pack.'),
    scoresObjectives: Type.Optional(flag('Battle players carry objectivePoints.')),
    usesBattleTactics: Type.Optional(flag('Battle players carry battleTacticsScored.')),
    usesGrandStrategies: Type.Optional(flag('Battle players carry grandStrategy and grandStrategyScored.')),
  },
  'A battle pack and what it scores.',
);

const Faction = object(
  {
    type: Type.Literal('faction'),
    slug: key('Short name used in the faction web address.'),
    name: name('Faction name.'),
    aliases: Type.Optional(Type.Array(name('Another name.'), { description: 'Other names under which it is played.' })),
  },
  'A faction as it is to be called. Those that no record brings are seen in what was played.',
);

/** Schema of each record type, in the order of an export. */
export const recordSchemas = {
  club: Club,
  player: Player,
  battlePack: BattlePack,
  faction: Faction,
  tournament: Tournament,
  battle: Battle,
};

export type { ArmyListRecord } from './army-list-record.js';
export { type BattleRecord, type RoundRecord, type SideRecord, sideSchema } from './battle-record.js';
export {
  BOARD_STAGES,
  type BracketMatchRecord,
  type ParticipantRecord,
  type StageRecord,
  type TournamentRecord,
} from './tournament-record.js';
export type RecordType = keyof typeof recordSchemas;
export type ClubRecord = Static<typeof Club>;
export type PlayerRecord = Static<typeof Player>;
export type BattlePackRecord = Static<typeof BattlePack>;
export type FactionRecord = Static<typeof Faction>;
export type BundleRecord =
  | ClubRecord
  | PlayerRecord
  | BattlePackRecord
  | FactionRecord
  | TournamentRecord
  | BattleRecord;

/** Types of the lines that only a backup has, which an import refuses and a restore reads. */
// biome-ignore format: in one line
export const BACKUP_TYPES = ['backup', 'account', 'apiKey', 'keyUsage', 'setting', 'demoRecord', 'changedAt', 'end'] as const;

/** JSON Schema of one line, for authors of bundles. */
export const bundleSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of a battle results bundle',
  description: 'A bundle is JSON Lines: one of these records a line, in any order.',
  oneOf: Object.values(recordSchemas),
};
