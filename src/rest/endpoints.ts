// The REST endpoints: each maps a request to the variables of its route, and the result of the operation to a body. Callers
// are already authenticated; what is refused here are invalid parameter values.

import { type Answer, createAnswer, replyOf } from '../http/answer.js';
import type { Endpoint } from '../http/endpoint.js';
import { READ_METHODS } from '../http/methods.js';
import { readAfterOf } from '../http/read-after.js';
import type { Result, Variables } from '../operations/run.js';
import { CHANGES_PATH, type ChangesOptions, changesEndpoint } from './changes.js';
import { CURSOR, readVariables } from './parameters.js';
import { aboutOf, bodyHeaders, dataOf, REST_PREFIX, urlPathOf } from './route-answer.js';
import type { Route } from './routes.js';

/** Options of every route, and those that only the change feed needs. */
export type RestOptions = { routes: Route[] } & ChangesOptions;

export function restEndpoints(options: RestOptions): Endpoint[] {
  return options.routes.map((route) =>
    route.path === CHANGES_PATH ? changesEndpoint(route, options) : endpointOf(route, options),
  );
}

function endpointOf(route: Route, { runner }: RestOptions): Endpoint {
  return {
    path: REST_PREFIX + route.path,
    methods: READ_METHODS,
    access: 'key',
    form: 'rest',
    async handle(call, parameters) {
      const variables = readVariables(route.parameters, parameters, call.url?.searchParams ?? new URLSearchParams());
      const { baseUrl } = call;
      const key = baseUrl + urlPathOf(route, variables);
      call.readAfter = readAfterOf(call);
      const request = { operation: route, variables, key, call };
      return replyOf(await runner.answer(request, (result) => answerOf(route, variables, baseUrl, result)), call);
    },
  };
}

function answerOf(route: Route, variables: Variables, baseUrl: string, result: Result): Answer {
  let next: string | undefined;
  const body = route.toBody(dataOf(route, result), (cursor) => {
    next = baseUrl + urlPathOf(route, { ...variables, [CURSOR]: cursor });
    return next;
  });
  return createAnswer(aboutOf(route), body, bodyHeaders(next));
}
