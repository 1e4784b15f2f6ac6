import { builder } from '../builder/builder.js';
import { CONTENTS } from '../builder/prices.js';
import { readContents } from '../read/army-list-contents.js';
import { ArmyListContents } from './army-list-contents.js';

export type ArmyListValue = {
  faction: string;
  subFaction: string;
  points: number;
  battleTacticCards: string[];
  text: string;
};

export const ArmyList = builder.objectRef<ArmyListValue>('ArmyList').implement({
  description: 'A submitted army.',
  fields: (t) => ({
    faction: t.exposeString('faction', { description: 'Faction.' }),
    subFaction: t.exposeString('subFaction', { description: 'Battle formation (sub-faction).' }),
    points: t.exposeInt('points', { description: 'Points of the army.' }),
    battleTacticCards: t.exposeStringList('battleTacticCards', { description: 'Battle tactic cards brought.' }),
    text: t.exposeString('text', { description: 'Full list text, may contain line breaks.', complexity: 1 }),
    contents: t.field({
      type: ArmyListContents,
      nullable: true,
      description: 'What the text names; null unless it ends as a known program ends its lists.',
      complexity: CONTENTS,
      resolve: (list, _args, context) => readContents(list, context),
    }),
  }),
});
