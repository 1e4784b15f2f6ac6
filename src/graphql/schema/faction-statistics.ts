import { builder } from '../builder/builder.js';
import { included, MONTHS } from '../builder/prices.js';
import type { FactionRow, FactionSums, StatisticsOf } from '../read/find-statistics.js';
import { ABOVE_EXPECTATION, figure } from './estimate.js';
import { Faction } from './faction.js';

type OfFaction = FactionSums & Pick<StatisticsOf, 'months' | 'expectations'> & { faction: FactionRow };
type OfMonth = FactionSums & { faction: FactionRow; month: string };

const MonthStatistics = builder.objectRef<OfMonth>('MonthStatistics').implement({
  description: 'A faction in the tournaments that began in one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month, in the form YYYY-MM.' }),
    share: t.field({
      ...figure("The faction's players over all players whose faction is known."),
      resolve: async ({ field, faction }) => (await field()).share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score divided by battles, without battles of the faction against itself.'),
      resolve: async ({ records, faction }) => (await records()).winRate(faction.id),
    }),
  }),
});

export const FactionStatistics = builder.objectRef<OfFaction>('FactionStatistics').implement({
  description: 'Results of one faction.',
  fields: (t) => ({
    faction: t.field({
      type: Faction,
      description: 'The faction.',
      complexity: included(),
      resolve: ({ faction }) => faction as never,
    }),
    share: t.field({
      ...figure("The faction's players over all players whose faction is known."),
      resolve: async ({ field, faction }) => (await field()).share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score divided by battles, without battles of the faction against itself.'),
      resolve: async ({ records, faction }) => (await records()).winRate(faction.id),
    }),
    asAttacker: t.field({
      ...figure('The win rate where it was the attacker.'),
      resolve: async ({ records, faction }) => (await records()).winRate(faction.id, 'attacker'),
    }),
    asDefender: t.field({
      ...figure('The win rate where it was the defender.'),
      resolve: async ({ records, faction }) => (await records()).winRate(faction.id, 'defender'),
    }),
    aboveExpectation: t.field({
      ...figure(ABOVE_EXPECTATION),
      resolve: async ({ expectations, faction }) => (await expectations.factions()).ofFaction(faction.id),
    }),
    unbeatenStarts: t.field({
      ...figure(
        'Its share of those who won their first four battles, over its share of the field: 1 is what numbers explain.',
      ),
      resolve: async ({ field, faction }) => (await field()).overField(faction.id, 'unbeatenStart'),
    }),
    topPlaces: t.field({
      ...figure('Its share of the first four places, over its share of the field.'),
      resolve: async ({ field, faction }) => (await field()).overField(faction.id, 'topPlace'),
    }),
    eventWins: t.int({
      description: 'How many tournaments were won with it.',
      resolve: async ({ field, faction }) => (await field()).eventWins(faction.id),
    }),
    months: t.field({
      type: [MonthStatistics],
      description: 'Share and win rate by the month in which tournaments began, the earliest first.',
      complexity: included(MONTHS),
      resolve: ({ months, faction }) => months().map((of) => ({ ...of, faction })),
    }),
  }),
});
