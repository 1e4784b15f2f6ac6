import type { ArmyList, ListForm as Form, ListUnit, Selection } from '@battle-results/army-list';
import { builder } from '../builder/builder.js';
import { described } from '../builder/enums.js';
import { listCost } from '../builder/prices.js';

const ListForm = described<Form>('ArmyListForm', 'Program that wrote an army list.', {
  aosApp4: 'The Age of Sigmar app, fourth edition.',
  aosApp3: 'The Age of Sigmar app, third edition.',
  sigdex: 'Sigdex.',
  listbot: 'Listbot.',
  newRecruit: 'New Recruit.',
  roster: 'A roster file, from which the text was written when it was read.',
});

const ArmyListPick = builder.objectRef<Selection>('ArmyListPick').implement({
  description: 'Something bought or chosen for an army or a unit.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, as written in the list.' }),
    number: t.exposeInt('number', { description: 'How many; of a weapon, how many models have it.' }),
    points: t.exposeInt('points', { nullable: true, description: 'Points; null where the list states none.' }),
  }),
});

const ArmyListUnit = builder.objectRef<ListUnit>('ArmyListUnit').implement({
  description: 'A unit of an army list.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name, as written in the list.' }),
    number: t.exposeInt('number', { description: 'How many of this unit.' }),
    points: t.exposeInt('points', {
      nullable: true,
      description: 'Points without those of its options; null where the list states none.',
    }),
    section: t.exposeString('section', {
      nullable: true,
      description: 'Heading that it stands under, such as "Regiment 1"; null if there is none.',
    }),
    general: t.exposeBoolean('general', { description: 'Whether it is or has the general.' }),
    reinforced: t.exposeBoolean('reinforced', { description: 'Whether it is reinforced.' }),
    options: t.field({
      type: [ArmyListPick],
      description: 'Enhancements, weapons and command models, in the order of the list.',
      complexity: listCost(2),
      resolve: ({ options }) => options,
    }),
  }),
});

export const ArmyListContents = builder.objectRef<ArmyList>('ArmyListContents').implement({
  description: 'What the text of an army list names, as far as it was understood.',
  fields: (t) => ({
    form: t.expose('form', { type: ListForm, description: 'Whose form the text has.' }),
    name: t.exposeString('name', { nullable: true, description: 'What its player calls it; null if it has no name.' }),
    faction: t.exposeString('faction', { nullable: true, description: 'Faction; null if it was not found.' }),
    formation: t.expose('formation', {
      type: ArmyListPick,
      nullable: true,
      description: 'Battle formation; null if it was not found.',
    }),
    points: t.exposeInt('points', { nullable: true, description: 'Points as stated; null if they are not.' }),
    pointsLimit: t.exposeInt('pointsLimit', { nullable: true, description: 'Points allowed; null if not stated.' }),
    drops: t.exposeInt('drops', { nullable: true, description: 'Drops; null if not stated.' }),
    season: t.exposeString('season', {
      nullable: true,
      description: 'Such as "General\'s Handbook 2025-26"; null if not stated.',
    }),
    picks: t.field({
      type: [ArmyListPick],
      description: 'Lores and whatever else was chosen for the whole army.',
      complexity: listCost(2),
      resolve: ({ picks }) => picks,
    }),
    units: t.field({
      type: [ArmyListUnit],
      description: 'Units, in the order of the list.',
      complexity: listCost(10),
      resolve: ({ units }) => units,
    }),
  }),
});
