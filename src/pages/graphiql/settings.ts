import { DEMO_KEY, KEY_PREFIX } from '../../key.js';
import { type Example, examples } from './examples.js';

/** What the page is told; boot.js reads it. */
export type GraphiqlSettings = {
  authorization: string;
  /** What the service itself fills in, here or at another time, and so may replace. */
  filledIn: string[];
  examples: Example[];
};

const DEMO = `Bearer ${DEMO_KEY}`;
const PLACEHOLDER = `Bearer ${KEY_PREFIX}YOUR_KEY`;

export function graphiqlSettings(demo: boolean): GraphiqlSettings {
  return {
    authorization: demo ? DEMO : PLACEHOLDER,
    filledIn: [DEMO, PLACEHOLDER],
    examples: examples(demo),
  };
}
