// Runs an operation of our own in process: the same schema and the same rules as for documents from outside, without the
// limits that those have. The first error is thrown.
import { type DocumentNode, execute } from 'graphql';
import type { Services } from '../context.js';
import { compiled } from './compiled.js';
import { type CostRequest, costOf } from './limits-cost.js';
import { causeOf } from './locate.js';
import { onOneDatabase } from './one-database.js';
import { schema } from './schema.js';

type Values = Record<string, unknown>;
/** Where the cost of what was done is noted, and how new the answer must be. */
type Costs = { cost: number; readAfter: number | null };

export function createRun(services: Services) {
  return async (document: DocumentNode, variableValues: Values, note: Costs, signal?: AbortSignal): Promise<Values> => {
    const request = { schema, document, variableValues };
    // Counting the cost is also what refuses wrong arguments before anything is looked up.
    const cost = costOfOwn({ ...request, contextValue: services });
    // Paid for from here on, whatever comes of it: an error may be found only once everything is read.
    note.cost = Math.max(1, cost);
    const run = compiled(document);
    const { data, errors } = await onOneDatabase(
      services,
      document,
      (contextValue) => run?.({}, contextValue, variableValues) ?? execute({ ...request, contextValue }),
      { signal, readAfter: note.readAfter },
    );
    if (!errors?.[0]) return data ?? {};
    throw causeOf(errors[0]);
  };
}

function costOfOwn(request: CostRequest): number {
  try {
    return costOf(request, Number.POSITIVE_INFINITY);
  } catch (error) {
    throw causeOf(error);
  }
}
