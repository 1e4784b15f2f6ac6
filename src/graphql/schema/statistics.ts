// Faction statistics: win rates, matchups and their uncertainty. docs/method.md explains how each figure is computed;
// this file has the fields and arguments.
import { STATISTICS_METHOD } from '../../statistics/method.js';
import type { Draws as DrawsAs } from '../../statistics/score.js';
import { builder } from '../builder/builder.js';
import { described } from '../builder/enums.js';
import { selectsAny } from '../builder/look-ahead.js';
import { FACTIONS, included, STATISTICS } from '../builder/prices.js';
import { ALIKE, locationFilterArgs, tournamentFilterArgs } from '../read/filters.js';
import { findStatistics, type StatisticsOf } from '../read/find-statistics.js';
import { LINK, methodUrl } from '../read/site-url.js';
import { FactionStatistics } from './faction-statistics.js';
import { Matchup, matchupsCost, matchupsOf } from './matchup.js';

const Draws = described<DrawsAs>('Draws', 'What a draw counts in a win rate.', {
  HALF: 'Half a win.',
  ZERO: 'No win.',
  OMIT: 'Nothing: as if it had not been played.',
});

const statisticsArgs = builder.args((t) => ({
  from: t.field({ type: 'Date', description: 'Tournaments that began on this day or later.' }),
  to: t.field({
    type: 'Date',
    description: 'Tournaments that began on this day or earlier, however long after `from`.',
  }),
  battlePack: t.string({ description: `Name of the battle pack used, ${ALIKE}.` }),
  country: locationFilterArgs.country,
  club: tournamentFilterArgs.club,
  minPlayers: t.int({ description: 'Tournaments with at least this many players signed up.' }),
  minRating: t.int({ description: 'Battles in which both players had at least this rating beforehand.' }),
  maxRating: t.int({ description: 'Battles in which both players had at most this rating beforehand.' }),
  draws: t.field({ type: Draws, defaultValue: 'HALF', description: 'What a draw counts in win rates.' }),
}));

const factionArgs = builder.args((t) => ({
  faction: t.string({ description: 'The short name of the one faction to show.' }),
}));

export const Statistics = builder.objectRef<StatisticsOf>('Statistics').implement({
  description:
    'Figures of factions over the battles that count: finished ones of published tournaments that are not archived. ' +
    'Each comes with its sample and its intervals.',
  fields: (t) => ({
    method: t.string({
      description: 'How the figures are computed. Another method has another name.',
      resolve: () => STATISTICS_METHOD,
    }),
    methodUrl: t.string({
      description: 'Where the method is explained.',
      extensions: LINK,
      resolve: (_statistics, _args, context) => methodUrl(context),
    }),
    battles: t.int({
      description: 'Battles between two factions that are known.',
      resolve: ({ sample }) => sample.battles,
    }),
    events: t.int({ description: 'Tournaments with such battles.', resolve: ({ sample }) => sample.events }),
    players: t.int({
      description: 'Players with a battle that counts whose faction is known, once for each tournament.',
      resolve: ({ sample }) => sample.players,
    }),
    factions: t.field({
      type: [FactionStatistics],
      description: 'Every faction that was played, in alphabetical order.',
      args: factionArgs,
      complexity: ({ faction }) => included(faction == null ? FACTIONS : 1),
      resolve: ({ factions, sums, ...of }, { faction: slug }) =>
        factions
          .filter((faction) => slug == null || faction.slug === slug)
          .map((faction) => ({ ...of, ...sums, faction })),
    }),
    matchups: t.field({
      type: [Matchup],
      description: 'Each faction against each that it has met, in alphabetical order; among them the faction itself.',
      args: { ...factionArgs, opponent: t.arg.string({ description: 'The short name of the one opponent to show.' }) },
      complexity: matchupsCost,
      resolve: matchupsOf,
    }),
  }),
});

/** Only these need the field (the players of each event) and the months. */
const FACTIONS_ASKED = [['factions']];

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description: 'Win rates of factions, alone and against each other, with their uncertainty.',
    args: statisticsArgs,
    complexity: STATISTICS,
    resolve: (_root, args, context, info) =>
      findStatistics(args, context, { withField: selectsAny(info, FACTIONS_ASKED) }),
  }),
);
