// Standings: a board or a bracket.

import { builder } from '../builder/builder.js';
import { standingsCost } from '../builder/prices.js';
import { standingsOf } from '../read/find-standings.js';
import { Board } from './board.js';
import { Bracket } from './bracket.js';

export const throughRoundArg = builder.args((t) => ({
  throughRound: t.int({ description: 'The standings as they stood after this round.' }),
}));

export const Standings = builder.unionType('Standings', {
  description: 'A board or a bracket, by the type of the stage.',
  types: [Board, Bracket],
  resolveType: ({ kind }) => kind,
});

builder.queryField('standings', (t) =>
  t.field({
    type: Standings,
    nullable: true,
    description:
      'The standings of a tournament: of one stage, or when none is named the final standings once it has finished ' +
      'and the stage furthest along until then.',
    args: {
      tournament: t.arg.string({ required: true, description: "The tournament's short name." }),
      stage: t.arg.string({ description: 'A stage id, as read from the stages of the tournament.' }),
      ...throughRoundArg,
    },
    complexity: standingsCost,
    resolve: (_root, { tournament, stage, throughRound }, context) =>
      standingsOf(context, tournament, stage ?? null, throughRound ?? null),
  }),
);
