import type { VictorySize as VictorySizeName } from '../../db/generated/enums.js';
import { builder, ID_RULE, Node } from '../builder/builder.js';
import { described } from '../builder/enums.js';
import { COMPUTED_ON_READ } from '../builder/look-ahead.js';
import { listCost } from '../builder/prices.js';
import { battleFilterArgs, battlesCost, battlesOf, narrowBattles } from '../read/battle-filters.js';
import { battleById, stageByKey, tournamentBySlug } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { findByEither } from '../read/find-visible.js';
import { globalId } from '../read/global-id.js';
import { findListing, pageArgs, sameAs, windowArgs } from '../read/listing.js';
import { shownName } from '../read/player-name.js';
import { pageLink } from '../read/site-url.js';
import { BattlePlayer } from './battle-player.js';
import { Provenance, type ProvenanceValue } from './provenance.js';

const VictorySize = described<VictorySizeName>('VictorySize', 'How big a win was.', {
  major: 'A major victory.',
  minor: 'A minor victory.',
});

const hasWon = ({ outcome }: { outcome: string | null }) => outcome === 'win';

const idOf = ({ id }: { id: string }) => id;

export const Battle = builder.prismaObject('Battle', {
  description: 'A single game between two players, in a tournament or casual.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: ID_RULE, resolve: ({ id }) => globalId('Battle', id) }),
    battleId: t.exposeID('id', { description: 'Battle id.', extensions: COMPUTED_ON_READ }),
    date: t.expose('date', { type: 'Date', nullable: true, description: 'Day played, local date.' }),
    tournamentSlug: t.exposeString('tournamentSlug', {
      nullable: true,
      description: 'Tournament slug; null for a casual battle.',
    }),
    tournament: t.field({
      type: 'Tournament',
      nullable: true,
      description: 'Null for a casual battle.',
      select: { tournamentSlug: true },
      resolve: ({ tournamentSlug }, _args, context, info) => tournamentBySlug(tournamentSlug, context, info),
    }),
    stageId: t.exposeString('stageId', {
      nullable: true,
      description: 'Id of the tournament stage; null for a casual battle.',
    }),
    stage: t.field({
      type: 'Stage',
      nullable: true,
      description: 'Null for a casual battle.',
      select: { tournamentSlug: true, stageId: true },
      resolve: ({ tournamentSlug, stageId }, _args, context, info) =>
        stageByKey(tournamentSlug === null || stageId === null ? null : [tournamentSlug, stageId], context, info),
    }),
    round: t.exposeInt('round', { nullable: true, description: 'Round number, counting from 1.' }),
    scenario: t.exposeString('scenario', { nullable: true, description: 'Scenario played.' }),
    battlePack: t.exposeString('battlePack', { nullable: true, description: 'Battle pack name.' }),
    battleSize: t.exposeInt('battleSize', { description: 'Points limit per army.' }),
    winner: t.field({
      type: BattlePlayer,
      nullable: true,
      description: 'The side that won; null on a draw and on a battle with no result yet.',
      select: (_args, _context, nested) => ({ sides: nested({ select: { outcome: true } }) }),
      resolve: ({ sides }) => sides.find(hasWon) ?? null,
      extensions: COMPUTED_ON_READ,
    }),
    winnerName: t.string({
      nullable: true,
      description: "Winning player's name; null on a draw and on a battle with no result yet.",
      select: { sides: { select: { outcome: true, name: true } } },
      resolve: ({ sides }) => {
        const winner = sides.find(hasWon);
        return winner ? shownName(winner) : null;
      },
      extensions: COMPUTED_ON_READ,
    }),
    victorySize: t.expose('victorySize', { type: VictorySize, nullable: true, description: 'How big the win was.' }),
    players: t.field({
      type: [BattlePlayer],
      select: (_args, _context, nested) => ({ sides: nested({ orderBy: { position: 'asc' } }) }),
      resolve: ({ sides }) => sides,
      description: 'Exactly two entries, one per side.',
      extensions: { ...COMPUTED_ON_READ, jsonSchema: { minItems: 2, maxItems: 2 } },
      complexity: listCost(2),
    }),
    provenance: t.field({
      type: Provenance,
      nullable: true,
      description: 'Where it came from with its tournament, when a converter made their records.',
      select: { tournament: { select: { provenance: true } } },
      resolve: ({ tournament }) => (tournament?.provenance ?? null) as ProvenanceValue | null,
      extensions: COMPUTED_ON_READ,
    }),
    url: t.string(pageLink('battle', idOf)),
  }),
});

export const BattleConnection = connectionType('Battle', Battle);

const LISTING = { tournament: 'tournamentBattles', club: 'clubBattles', player: 'playerBattles' } as const;
const WHAT = { tournament: 'Tournament', club: 'Club', player: 'Player' } as const;

builder.queryField('battles', (t) =>
  t.field({
    type: BattleConnection,
    nullable: true,
    description:
      'Battles of a tournament, a club or a player, or of several of these, newest first, that match every filter. ' +
      'Archived battles are left out, except of a tournament alone.',
    args: {
      tournament: t.arg.string({ description: "The tournament's short name." }),
      club: t.arg.string({ description: "The club's short name." }),
      player: t.arg.id({ description: 'The public player id.' }),
      ...windowArgs,
      ...battleFilterArgs,
      ...pageArgs,
    },
    extensions: {
      ...sameAs({ tournament: 'Tournament.battles', club: 'Club.battles', player: 'Player.battles' }),
    },
    complexity: (args) => battlesCost(battlesOf(args), args),
    resolve: (_root, args, context, info) => {
      const of = battlesOf(args);
      return findListing(WHAT[of], LISTING[of], String(args[of]), args, context, info, narrowBattles(of, args));
    },
  }),
);

builder.queryField('battle', (t) =>
  t.field({
    type: Battle,
    nullable: true,
    description: 'One battle.',
    args: { id: t.arg.id({ required: true, description: 'Battle id.' }) },
    resolve: (_root, { id }, context, info) =>
      findByEither('Battle', String(id), context, (key) => battleById(key, context, info)),
  }),
);
