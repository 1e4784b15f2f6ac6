import type { EstimateEntryFragment } from '../operations.generated.js';
import { Fact } from './fact.js';
import { grouped, NBSP_PERCENT, plural } from './words.js';

export const percent = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)}${NBSP_PERCENT}`);

/** Formats the 95 % interval. */
export const rangeOf = ({ interval }: EstimateEntryFragment) =>
  interval === null
    ? 'too few to say'
    : `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)}${NBSP_PERCENT}`;

const sampleOf = ({ n, events }: EstimateEntryFragment, what: string) =>
  `${grouped(n)} ${what} in ${plural(events, 'tournament')}`;

type FactProps = { name: string; estimate: EstimateEntryFragment; of: string };

/** An estimate in the list of facts on a page; null without a sample. */
export function EstimateFact({ name, estimate, of }: FactProps) {
  if (estimate.n === 0) return null;
  return (
    <Fact name={name}>
      {percent(estimate.value)} <small>{rangeOf(estimate)}</small>
      <small>{sampleOf(estimate, of)}</small>
    </Fact>
  );
}
