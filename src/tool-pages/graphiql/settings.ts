import { DEMO_KEY } from '../../key.js';
import { type BarSettings, barSettings, PLACEHOLDER_KEY } from '../frame/bar.js';
import { type Example, pageExamples } from './examples.js';
import { liveExamples } from './live-examples.js';
import { routeExamples } from './route-examples.js';

/** Settings of the page, read by boot.js. */
export type GraphiqlSettings = BarSettings & {
  /** Keys that the service may have filled in, now or earlier, and may therefore replace. */
  filledIn: string[];
  /** The tabs of a first visit. */
  pages: Example[];
  /** Subscriptions, which run until they are stopped. */
  live: Example[];
  routes: Example[];
};

export function graphiqlSettings(demo: boolean): GraphiqlSettings {
  return {
    ...barSettings('graphql', { demo, graphiql: true }),
    filledIn: [DEMO_KEY, PLACEHOLDER_KEY],
    pages: pageExamples(demo),
    live: liveExamples(demo),
    routes: routeExamples(demo),
  };
}
