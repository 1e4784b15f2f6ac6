import { type RatingState, readRatingState } from '../../db/read/rating-state.js';
import { mondayOf, sundayOf } from '../../ratings/week.js';
import { builder } from '../builder/builder.js';
import { connectionType } from '../read/connection.js';
import { LINK, methodUrl } from '../read/site-url.js';

export const Rating = builder.prismaObject('PlayerRating', {
  name: 'Rating',
  description: 'Glicko-2 rating of a player, as of the last week that has a rated battle of any player.',
  select: { playerId: true },
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Estimated strength; every player starts at 1500.' }),
    deviation: t.exposeFloat('deviation', {
      description: 'Rating deviation: in 95 of 100 cases the strength is within two deviations of the value.',
    }),
    provisional: t.exposeBoolean('provisional', {
      description: 'Whether too little is known for a place: the deviation is above 110.',
    }),
    place: t.exposeInt('place', {
      nullable: true,
      description:
        'Among all who are not provisional, 1 = strongest; those of equal value share it. Null while provisional.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      description: 'Battles up to this day, a Sunday, are in it, once `ratingMethod` is `upToDate`.',
    }),
  }),
});

const RatingWeek = builder.prismaObject('Rating', {
  name: 'RatingWeek',
  description: "A player's rating at the end of a week in which they played.",
  select: { week: true },
  fields: (t) => ({
    week: t.field({
      type: 'Date',
      description: 'The first day of the week, a Monday.',
      resolve: ({ week }) => new Date(mondayOf(week)),
    }),
    value: t.exposeFloat('value', { description: 'Rating at the end of the week.' }),
    deviation: t.exposeFloat('deviation', { description: 'Rating deviation at the end of the week.' }),
    battles: t.exposeInt('battles', { description: 'How many rated battles that week had for the player.' }),
  }),
});

export const RatingWeekConnection = connectionType('RatingWeek', RatingWeek);

const RatingPrediction = builder.objectRef<NonNullable<RatingState['prediction']>>('RatingPrediction').implement({
  description:
    'How well ratings predicted the last tenth of the battles, each by the ratings before its week: the mean log-loss, ' +
    'where lower is better.',
  fields: (t) => ({
    battles: t.exposeInt('battles', { description: 'How many battles were judged.' }),
    since: t.field({
      type: 'Date',
      description: 'First day of the earliest week in which they were played.',
      resolve: ({ since }) => new Date(mondayOf(since)),
    }),
    logLoss: t.exposeFloat('logLoss', { description: 'Mean log-loss of these ratings.' }),
    elo: t.exposeFloat('elo', {
      description: 'Mean log-loss of Elo with K = 32, which is updated after every battle.',
    }),
    even: t.exposeFloat('even', { description: 'Mean log-loss of always predicting one half.' }),
  }),
});

const RatingMethod = builder.objectRef<RatingState>('RatingMethod').implement({
  description: 'How ratings are computed, and how well they predict results.',
  fields: (t) => ({
    name: t.exposeString('method', {
      description: 'Name of the method. A method with different results has another name.',
    }),
    url: t.string({
      description: 'Link to the page that explains it.',
      extensions: LINK,
      resolve: ({ method }, _args, context) => `${methodUrl(context)}#ratings-${method}`,
    }),
    asOf: t.field({
      type: 'Date',
      nullable: true,
      description: 'Battles up to this day are in the ratings, once they are `upToDate`; null while there are none.',
      resolve: ({ week }) => (week === null ? null : new Date(sundayOf(week))),
    }),
    upToDate: t.exposeBoolean('upToDate', {
      description:
        'Whether the ratings include everything else that this answer shows. False for moments after a write: names ' +
        'and numbers of battles are then newer than ratings and places.',
    }),
    prediction: t.field({
      type: RatingPrediction,
      nullable: true,
      description: 'How well it predicts results; null while there are no rated battles.',
      resolve: ({ prediction }) => prediction,
    }),
  }),
});

builder.queryField('ratingMethod', (t) =>
  t.field({
    type: RatingMethod,
    description: 'How ratings are computed, and how well they have predicted results.',
    resolve: (_root, _args, context) =>
      context
        .loader('ratingState', async (keys: readonly string[]) => {
          const state = await readRatingState(context.sql);
          return keys.map(() => state);
        })
        .load(''),
  }),
);
