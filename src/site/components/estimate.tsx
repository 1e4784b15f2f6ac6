import type { EstimateEntryFragment } from '../operations.generated.js';
import { grouped, plural } from './words.js';

export const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);

/** From where to where it can be expected to be. */
export const rangeOf = ({ interval }: EstimateEntryFragment) =>
  interval === null ? 'too few to say' : `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)} %`;

export const sampleOf = ({ n, events }: EstimateEntryFragment, what: string) =>
  `${grouped(n)} ${what} in ${plural(events, 'tournament')}`;
