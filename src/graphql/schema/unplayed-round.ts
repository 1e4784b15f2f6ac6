import type { UnplayedRound as Value } from '@battle-results/bundle-format/unplayed-round';
import { builder } from '../builder/builder.js';
import { described, Outcome } from '../builder/enums.js';

const UnplayedKind = described<Value['kind']>('UnplayedKind', 'Why a participant did not play a round.', {
  bye: 'There was no opponent.',
  walkover: 'The opponent did not come.',
  noShow: 'The participant did not come.',
});

export const UnplayedRound = builder.objectRef<Value>('UnplayedRound').implement({
  description:
    'A round that a participant did not play, with what the organiser awards for it. The round is no battle, but counts as ' +
    'taking part in the stage.',
  fields: (t) => ({
    stage: t.exposeString('stage', { description: 'Id of the stage.' }),
    round: t.exposeInt('round', { description: 'Round number, counting from 1.' }),
    kind: t.expose('kind', { type: UnplayedKind, description: 'Why it was not played.' }),
    outcome: t.expose('outcome', {
      type: Outcome,
      nullable: true,
      description: 'What it counts as on the board; null if as neither a win, a draw nor a loss.',
    }),
    battlePoints: t.exposeFloat('battlePoints', {
      nullable: true,
      description: 'Battle points awarded; null if none were.',
    }),
    victoryPoints: t.exposeInt('victoryPoints', {
      nullable: true,
      description: 'Victory points awarded; null if none were.',
    }),
  }),
});
