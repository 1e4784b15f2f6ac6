// Common to the answers of all routes: their URL, their labels, and their errors.
import { ArgumentError } from '../errors.js';
import { causeOf } from '../graphql/document/locate.js';
import type { Answer } from '../http/answer.js';
import type { HeaderList } from '../http/headers.js';
import type { Result, Variables } from '../operations/run.js';
import type { Data } from './body.js';
import type { Route } from './routes.js';

export const REST_PREFIX = '/api/v1';

/** `next` is the URL of the next page, if there is one. */
export const bodyHeaders = (next?: string): HeaderList =>
  next === undefined ? JSON_BODY : [...JSON_BODY, 'link', `<${next}>; rel="next"`];

const JSON_BODY = ['content-type', 'application/json; charset=utf-8'];

/** Returns the data of a result; throws its first error if it has any. */
export function dataOf(route: Route, { data, errors }: Result): Data {
  if (errors?.[0]) throw inWordsOf(route, causeOf(errors[0]));
  return data ?? {};
}

/** Rewords an argument's error: the parameter that sets it may have another name. */
function inWordsOf({ parameters }: Route, error: unknown): unknown {
  if (!(error instanceof ArgumentError)) return error;
  const parameter = parameters.find(({ argument }) => argument.name === error.argument);
  return parameter ? error.called(parameter.name) : error;
}

export function aboutOf({ path, name }: Route): Answer['about'] {
  return { route: REST_PREFIX + path, operation: name };
}

/** Returns the path and query of the route with these variables, with defaults written out. */
export function urlPathOf({ path, parameters }: Route, variables: Variables): string {
  const filled = REST_PREFIX + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(variables[name])));
  let query = '';
  for (const { name, in: location, preset } of parameters) {
    const value = variables[name] ?? preset;
    if (location === 'query' && value !== undefined) query += `${query ? '&' : '?'}${name}=${encoded(String(value))}`;
  }
  return filled + query;
}

/** As URLSearchParams encodes a value; most need no encoding, and creating one takes long. */
const encoded = (text: string): string =>
  /[^\w.*-]/.test(text) ? new URLSearchParams([['', text]]).toString().slice(1) : text;
