import Type, { type Static } from 'typebox';
import { count, object, short, text } from './field-schema.js';

const ArmyList = object(
  {
    faction: Type.Optional(short('Faction.')),
    subFaction: Type.Optional(short('Battle formation.')),
    points: Type.Optional(count('Points of the army.')),
    battleTacticCards: Type.Optional(Type.Array(short())),
    text: Type.Optional(text('Full list text, may contain line breaks.')),
  },
  'An army list. What is left out is empty or 0.',
);
export const listOrNull = (description: string) =>
  Type.Optional(Type.Unsafe<Static<typeof ArmyList> | null>({ ...ArmyList, type: ['object', 'null'], description }));

export type ArmyListRecord = Static<typeof ArmyList>;
