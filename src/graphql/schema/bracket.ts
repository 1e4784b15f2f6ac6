import { type Contender, type Player, playerOf } from '../../standings/contender.js';
import { feeds } from '../../standings/feeds.js';
import { builder } from '../builder/builder.js';
import { included, matchesCost } from '../builder/prices.js';
import { battleById, participantById, playerById } from '../read/by-key.js';
import { shownName } from '../read/player-name.js';
import type { BracketValue, MatchRow } from '../read/standings-value.js';

const nameOf = ({ player }: Player) => shownName({ name: player });

const MatchPlayer = builder.objectRef<Player>('MatchPlayer').implement({
  description: 'One of the two players of a bracket match.',
  fields: (t) => ({
    name: t.string({ description: 'Display name.', resolve: nameOf }),
    playerId: t.exposeString('playerId', { nullable: true, description: 'Public player id, when the player has one.' }),
    player: t.field({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: ({ playerId }, _args, context, info) => playerById(playerId, context, info),
    }),
    participant: t.field({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind the player.',
      resolve: ({ participantId }, _args, context, info) => participantById(participantId, context, info),
    }),
  }),
});

const CONTENDER = { select: { id: true, name: true, playerId: true } } as const;
const PLAYERS = { first: CONTENDER, second: CONTENDER } as const;

type Pair = { [Place in 'first' | 'second']: Pick<Contender, 'id' | 'name' | 'playerId'> | null };

/** Both players or none, as in standings/bracket.ts. */
const playersOf = ({ first, second }: Pair): Player[] => (first && second ? [playerOf(first), playerOf(second)] : []);

const MatchPlace = builder.objectRef<Pick<MatchRow, 'roundNumber' | 'table'>>('MatchPlace').implement({
  description: 'Where a match is in its bracket.',
  fields: (t) => ({
    roundNumber: t.exposeInt('roundNumber', { description: 'Place of the round in the bracket, 1 = earliest.' }),
    table: t.exposeInt('table', { description: 'Table number.' }),
  }),
});

/** The match that each match leads to, recorded by `Bracket.matches`: a match row alone does not know the others. */
const feeding = new WeakMap<object, MatchRow>();

const BracketMatch = builder.prismaObject('BracketMatch', {
  description: 'A match of a bracket.',
  select: { tournamentSlug: true, stageId: true, roundNumber: true, table: true },
  fields: (t) => ({
    round: t.exposeString('round', { description: 'Name of the bracket round.' }),
    roundNumber: t.exposeInt('roundNumber', { description: 'Place of the round in the bracket, 1 = earliest.' }),
    table: t.exposeInt('table', { description: 'Table number.' }),
    players: t.field({
      type: [MatchPlayer],
      description: 'The two players; empty while the match waits on an earlier result.',
      complexity: included(2),
      select: PLAYERS,
      resolve: playersOf,
    }),
    playerNames: t.stringList({
      description: 'The names of the two players; empty while the match waits on an earlier result.',
      select: PLAYERS,
      resolve: (match) => playersOf(match).map(nameOf),
    }),
    winner: t.field({
      type: MatchPlayer,
      nullable: true,
      description: 'The player who went through; null until played.',
      complexity: included(),
      select: { winner: CONTENDER },
      resolve: ({ winner }) => winner && playerOf(winner),
    }),
    winnerName: t.string({
      nullable: true,
      description: 'Name of the player who went through; null until played.',
      select: { winner: CONTENDER },
      resolve: ({ winner }) => winner && nameOf(playerOf(winner)),
    }),
    feeds: t.field({
      type: MatchPlace,
      nullable: true,
      description:
        'The match of the next round that the winner goes on to: the one they are in or, until that is known, the one ' +
        'given by the order of tables. Null when there is none, or it cannot be determined.',
      resolve: (match) => feeding.get(match) ?? null,
    }),
    battleId: t.exposeString('battleId', {
      nullable: true,
      description: 'Battle id; null when no battle was recorded.',
    }),
    battle: t.field({
      type: 'Battle',
      nullable: true,
      description: 'The battle; null when none was recorded.',
      select: { battleId: true },
      resolve: ({ battleId }, _args, context, info) => battleById(battleId, context, info),
    }),
  }),
});

export const Bracket = builder.objectRef<BracketValue>('Bracket').implement({
  description: 'The standings of a bracket stage.',
  fields: (t) => ({
    stage: t.expose('stage', {
      type: 'Stage',
      description: 'The stage these are the standings of.',
      extensions: { jsonSchema: { properties: { type: { const: 'bracket' } } } },
    }),
    matches: t.field({
      type: [BracketMatch],
      description: 'Every match, earliest round first.',
      complexity: matchesCost,
      resolve: ({ matches }) => {
        for (const [match, next] of feeds(matches)) feeding.set(match, next);
        return matches;
      },
    }),
  }),
});
