// The REST face: a request to a route and its variables, the result of the operation to a body. Callers are already
// authenticated; what is refused here are values that cannot be read.
import { ArgumentError } from '../errors.js';
import { causeOf } from '../graphql/locate.js';
import { type Answer, createAnswer, replyOf } from '../http/answer.js';
import type { BaseUrl } from '../http/base-url.js';
import type { Face } from '../http/face.js';
import { READ_METHODS } from '../http/methods.js';
import { readAfterOf } from '../http/read-after.js';
import type { Result, Runner } from '../persisted/run.js';
import { readVariables, type Variables } from './parameters.js';
import { CURSOR, type Route } from './routes.js';

export const REST_PREFIX = '/api/v1';

export type RestOptions = { routes: Route[]; runner: Runner; baseUrl: BaseUrl };

export function restFaces({ routes, runner, baseUrl }: RestOptions): Face[] {
  return routes.map((route) => ({
    path: REST_PREFIX + route.path,
    methods: READ_METHODS,
    access: 'key',
    form: 'rest',
    slash: 'forgiven',
    async answer(call, parameters) {
      const variables = readVariables(route.parameters, parameters, call.url?.searchParams ?? new URLSearchParams());
      const base = baseUrl(call);
      const key = base + addressOf(route, variables);
      call.readAfter = readAfterOf(call);
      const question = { operation: route, variables, key, call };
      return replyOf(await runner.answer(question, (result) => answerOf(route, variables, base, result)), call);
    },
  }));
}

/** Throws the first error of a result that has any. */
function answerOf(route: Route, variables: Variables, baseUrl: string, { data, errors }: Result): Answer {
  if (errors?.[0]) throw inWordsOf(route, causeOf(errors[0]));
  let next: string | undefined;
  const body = route.toBody(data ?? {}, (cursor) => {
    next = baseUrl + addressOf(route, { ...variables, [CURSOR]: cursor });
    return next;
  });
  return createAnswer(aboutOf(route), body, {
    'content-type': 'application/json; charset=utf-8',
    ...(next !== undefined && { link: `<${next}>; rel="next"` }),
  });
}

/** A parameter may have another name than the argument it is given to. */
function inWordsOf({ parameters }: Route, error: unknown): unknown {
  if (!(error instanceof ArgumentError)) return error;
  const parameter = parameters.find(({ argument }) => argument.name === error.argument);
  return parameter ? error.called(parameter.name) : error;
}

function aboutOf({ path, name }: Route): Answer['about'] {
  return { route: REST_PREFIX + path, operation: name };
}

/** The path of the route with these variables, defaults written out. */
export function addressOf({ path, parameters }: Route, variables: Variables): string {
  const filled = REST_PREFIX + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(variables[name])));
  const query = new URLSearchParams();
  for (const { name, in: location, preset } of parameters) {
    const value = variables[name] ?? preset;
    if (location === 'query' && value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
