import type { Counts } from '../../scripts/simulation/season.js';

/** Nothing counted yet in so many events. */
export const createCounts = (events: number, width: number): Counts => ({
  ...{ players: new Map(), opponents: new Map(), isEndless: false },
  events: Array.from({ length: events }, () => new Array(width).fill(0)),
});
