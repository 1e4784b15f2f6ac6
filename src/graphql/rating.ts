import { readRatingState } from '../db/read/rating-state.js';
import { mondayOf, sundayOf } from '../ratings/week.js';
import { builder } from './builder.js';
import { connectionType } from './connection.js';
import { LINK, methodUrl } from './site-url.js';

export const Rating = builder.prismaObject('PlayerRating', {
  name: 'Rating',
  description: 'How strong a player is, by Glicko-2, as of the last week that has a rated battle of any player.',
  select: { playerId: true },
  fields: (t) => ({
    value: t.exposeFloat('value', { description: 'Where the strength is believed to be; everybody begins at 1500.' }),
    deviation: t.exposeFloat('deviation', {
      description: 'How sure that is: in 95 of 100 cases the strength is within two deviations of the value.',
    }),
    provisional: t.exposeBoolean('provisional', {
      description: 'Whether too little is known for a place: the deviation is above 110.',
    }),
    place: t.exposeInt('place', {
      nullable: true,
      description:
        'Among all who are not provisional, 1 = strongest; those of equal value share it. Null while provisional.',
    }),
    asOf: t.expose('asOf', { type: 'Date', description: 'Battles up to this day, a Sunday, are in it.' }),
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
    value: t.exposeFloat('value', { description: 'Where the strength was believed to be.' }),
    deviation: t.exposeFloat('deviation', { description: 'How sure that was.' }),
    battles: t.exposeInt('battles', { description: 'How many rated battles that week had for the player.' }),
  }),
});

export const RatingWeekConnection = connectionType('RatingWeek', RatingWeek);

type PredictionScore = { battles: number; since: number; logLoss: number; elo: number; even: number };

const RatingPrediction = builder.objectRef<PredictionScore>('RatingPrediction').implement({
  description:
    'How well ratings foretold the last tenth of the battles, by the ratings before their week: the mean log-loss, of which less ' +
    'is better.',
  fields: (t) => ({
    battles: t.exposeInt('battles', { description: 'How many battles were judged.' }),
    since: t.field({
      type: 'Date',
      description: 'The first day of the first week of which they are.',
      resolve: ({ since }) => new Date(mondayOf(since)),
    }),
    logLoss: t.exposeFloat('logLoss', { description: 'Of these ratings.' }),
    elo: t.exposeFloat('elo', { description: 'Of Elo with K = 32, which learns after every battle.' }),
    even: t.exposeFloat('even', { description: 'Of always expecting one half.' }),
  }),
});

type State = { method: string; week: number | null; prediction: PredictionScore | null };

const RatingMethod = builder.objectRef<State>('RatingMethod').implement({
  description: 'How ratings are made, and how good they are.',
  fields: (t) => ({
    name: t.exposeString('method', { description: 'Name of the method; a change of what it answers is a new name.' }),
    url: t.string({
      description: 'Link to the page that explains it.',
      extensions: LINK,
      resolve: ({ method }, _args, context) => `${methodUrl(context)}#ratings-${method}`,
    }),
    asOf: t.field({
      type: 'Date',
      nullable: true,
      description: 'Battles up to this day are in the ratings; null while there are none.',
      resolve: ({ week }) => (week === null ? null : new Date(sundayOf(week))),
    }),
    prediction: t.field({
      type: RatingPrediction,
      nullable: true,
      description: 'How well it foretells; null while there are no rated battles.',
      resolve: ({ prediction }) => prediction,
    }),
  }),
});

builder.queryField('ratingMethod', (t) =>
  t.field({
    type: RatingMethod,
    description: 'How ratings are made, and how well they have foretold results.',
    resolve: (_root, _args, context) =>
      context
        .loader('ratingState', async (keys: readonly string[]) => {
          const state = await readRatingState(context.sql);
          return keys.map(() => state);
        })
        .load(''),
  }),
);
