// Runs an operation of our own in process: the same schema and the same rules as for documents from outside, without the
// limits that those have. The first error is thrown.
import { type DocumentNode, type ExecutionResult, execute } from 'graphql';
import { createContext, type Services } from '../context.js';
import type { ErrorLog } from '../errors.js';
import { compiled } from './compiled.js';
import { costOf } from './limits-cost.js';
import { apiErrorOf } from './mask-error.js';
import { schema } from './schema.js';

type Values = Record<string, unknown>;

export function createRun(services: Services, log: ErrorLog) {
  return async (document: DocumentNode, variableValues: Values): Promise<Values> => {
    const contextValue = createContext(services);
    const request = { schema, document, variableValues, contextValue };
    // Counting the cost is also what refuses wrong arguments before anything is looked up.
    costOf(request, Number.POSITIVE_INFINITY);
    const run = compiled(document);
    const { data, errors }: ExecutionResult = await (run?.({}, contextValue, variableValues) ?? execute(request));
    if (errors?.[0]) throw apiErrorOf(errors[0].originalError ?? errors[0], log);
    return data ?? {};
  };
}
