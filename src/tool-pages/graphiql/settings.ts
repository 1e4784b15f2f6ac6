import { DEMO_KEY } from '../../key.js';
import { type BarSettings, barSettings, PLACEHOLDER_KEY } from '../frame/bar.js';
import { type Example, pageExamples } from './examples.js';
import { liveExamples } from './live-examples.js';
import { routeExamples } from './route-examples.js';

/** Settings of the page, read by boot.js. */
export type GraphiqlSettings = BarSettings & {
  /** Keys that the service itself fills in, here or at another time, and so may replace. */
  filledIn: string[];
  /** They are the tabs of a first visit. */
  pages: Example[];
  /** They go on until they are stopped. */
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
