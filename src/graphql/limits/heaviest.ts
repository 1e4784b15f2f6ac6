// Finds the most expensive list of an operation, so that a refusal can name what to lower.
import { type ApiError, errors } from '../../errors.js';
import type { Step, Weight } from './cost.js';

export function costRefusal({ cost: requested, path }: Weight, limit: number): ApiError {
  const { name, cost } = heaviestList(path, limit);
  const share = cost > limit ? '' : ` of ${requested.toLocaleString('en')}`;
  return errors.badRequest(
    `${name} costs ${cost.toLocaleString('en')}${share}; the limit is ${limit.toLocaleString('en')}`,
  );
}

type Heavy = { name: string; cost: number };

/**
 * Returns the innermost list that exceeds the limit by itself, preferably one with a page size; if none does, the
 * outermost list on the most expensive path.
 */
function heaviestList(path: Step[], limit: number): Heavy {
  const lists: (Heavy & { paged: boolean })[] = [];
  let name = '';
  let times = 1;
  for (const step of path) {
    if (step.entries > 1) {
      name = name ? `${step.name} inside ${name}` : step.name;
      lists.push({ name, cost: step.cost * times, paged: step.paged });
    }
    times *= step.entries;
  }
  const over = lists.filter(({ cost }) => cost > limit);
  const heaviest = over.findLast(({ paged }) => paged) ?? over.at(-1) ?? lists[0] ?? path[0];
  return heaviest ?? { name: 'The document', cost: 0 };
}
