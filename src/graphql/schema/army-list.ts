import { builder } from '../builder/builder.js';
import { topics } from '../builder/topics.js';

export type ArmyListValue = {
  faction: string;
  subFaction: string;
  points: number;
  battleTacticCards: string[];
  text: string;
};

export const ArmyList = builder.objectRef<ArmyListValue>('ArmyList').implement({
  extensions: topics(),
  description: 'A submitted army.',
  fields: (t) => ({
    faction: t.exposeString('faction', { description: 'Faction.' }),
    subFaction: t.exposeString('subFaction', { description: 'Battle formation (sub-faction).' }),
    points: t.exposeInt('points', { description: 'Points of the army.' }),
    battleTacticCards: t.exposeStringList('battleTacticCards', { description: 'Battle tactic cards brought.' }),
    text: t.exposeString('text', { description: 'Full list text, may contain line breaks.', complexity: 1 }),
  }),
});
