// What answers of all routes have in common: their address, what they are about, and how a result fails.
import { ArgumentError } from '../errors.js';
import { causeOf } from '../graphql/locate.js';
import type { Answer } from '../http/answer.js';
import type { Result } from '../persisted/run.js';
import type { Data } from './body.js';
import type { Variables } from './parameters.js';
import type { Route } from './routes.js';

export const REST_PREFIX = '/api/v1';

/** What a result holds; throws its first error if it has any. */
export function dataOf(route: Route, { data, errors }: Result): Data {
  if (errors?.[0]) throw inWordsOf(route, causeOf(errors[0]));
  return data ?? {};
}

/** A parameter may have another name than the argument it is given to. */
function inWordsOf({ parameters }: Route, error: unknown): unknown {
  if (!(error instanceof ArgumentError)) return error;
  const parameter = parameters.find(({ argument }) => argument.name === error.argument);
  return parameter ? error.called(parameter.name) : error;
}

export function aboutOf({ path, name }: Route): Answer['about'] {
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
