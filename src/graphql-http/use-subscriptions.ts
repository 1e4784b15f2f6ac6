// A subscription document passes every check of a query before execution, and is then handed to subscriptions/subscriptions.ts.
import { hash } from 'node:crypto';
import { type DocumentNode, getOperationAST, type OperationDefinitionNode, print } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Limits } from '../config.js';
import { errors } from '../errors.js';
import { graphqlError } from '../graphql/document/mask-error.js';
import { weightOf } from '../graphql/limits/cost.js';
import { costRefusal } from '../graphql/limits/heaviest.js';
import { type CostRequest, operationOf } from '../graphql/limits/operation.js';
import { nameOperation, type ServerContext } from '../graphql/run/execute.js';
import { asQuery } from '../graphql/schema/subscription.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Call } from '../http/call.js';
import { takesEvents } from '../streams/sse.js';

/** A subscription, as the query to execute. */
export type Subscription = {
  document: DocumentNode;
  /** SHA-256 of the printed document. */
  hash: string;
  /** Coerced. */
  variables: Record<string, unknown>;
};

const asked = new WeakMap<Call, Subscription>();
const queries = new WeakMap<OperationDefinitionNode, Pick<Subscription, 'document' | 'hash'>>();

/** The subscription of the call; undefined if it has none. */
export const subscriptionOf = (call: Call): Subscription | undefined => asked.get(call);

export function useSubscriptions(limits: Pick<Limits, 'cost'>): Plugin {
  return {
    onSubscribe({ args, setResultAndStopExecution }) {
      const { call } = args.contextValue as ServerContext;
      const operation = getOperationAST(args.document, args.operationName);
      if (!call || !operation) return;
      if (!takesEvents(call.header('accept'))) throw errors.notAsEvents();
      const known = getOrMake(queries, operation, () => queryOf(args.document, args.operationName));
      const request: CostRequest = { ...(args as CostRequest), document: known.document, operationName: null };
      const counted = operationOf(request, limits.cost);
      const weight = weightOf(counted);
      if (weight.cost > limits.cost) {
        const cost = { requested: weight.cost, limit: limits.cost };
        return setResultAndStopExecution({
          errors: [graphqlError(costRefusal(weight, limits.cost))],
          extensions: { cost },
        });
      }
      nameOperation(call, args.document, args.operationName);
      asked.set(call, { ...known, variables: counted.variables });
      setResultAndStopExecution({ data: null });
    },
  };
}

function queryOf(document: DocumentNode, operationName: string | null | undefined) {
  const query = asQuery(document, operationName);
  return { document: query, hash: hash('sha256', print(query)) };
}
