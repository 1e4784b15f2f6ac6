// The REST face: a request to a route and its variables, the result of the operation to a body. Callers are already
// authenticated; what is refused here is the address: unknown paths, other methods, values that cannot be read.
import type { DocumentNode } from 'graphql';
import type { Answers } from '../changes/answers.js';
import { ArgumentError, errors } from '../errors.js';
import { type Answer, createAnswer, type Reply, replyOf } from '../http/answer.js';
import type { Asked } from '../http/asked.js';
import { READ_METHODS } from '../http/methods.js';
import { readAfterOf } from '../http/read-after.js';
import type { Note } from '../operations/note.js';
import type { Data } from './body.js';
import { readVariables, type Variables } from './parameters.js';
import { createRouter } from './router.js';
import { CURSOR, type Route } from './routes.js';

export const REST_PREFIX = '/api/v1';

export type Rest = {
  reply(asked: Asked, baseUrl: string, spelling: string, note: Note): Promise<Reply>;
  /** The pattern of an address, such as `/api/v1/tournaments/{slug}`; null when there is nothing. */
  routeOf(pathname: string): string | null;
};

/** Runs an operation; throws the error of one that fails. */
export type Run = (document: DocumentNode, variables: Variables, note: Note, signal?: AbortSignal) => Promise<Data>;

export function createRest(routes: Route[], run: Run, answers: Answers<Answer>): Rest {
  const matchPath = createRouter(routes);
  const matchOf = (pathname: string) =>
    pathname.startsWith(`${REST_PREFIX}/`) ? matchPath(pathname.slice(REST_PREFIX.length)) : null;

  async function ask(
    route: Route,
    variables: Variables,
    baseUrl: string,
    note: Note,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    note.remembered = false;
    const operate = () =>
      run(route.document, variables, note, signal).catch((error) => {
        throw inWordsOf(route, error);
      });
    const data = await (note.trace ? note.trace.operation(route.name, operate) : operate());
    let next: string | undefined;
    const body = route.toBody(data, (cursor) => {
      next = baseUrl + addressOf(route, { ...variables, [CURSOR]: cursor });
      return next;
    });
    return createAnswer(aboutOf(route), body, {
      'content-type': 'application/json; charset=utf-8',
      ...(next !== undefined && { link: `<${next}>; rel="next"` }),
    });
  }

  return {
    routeOf(pathname) {
      const match = matchOf(pathname);
      return match && aboutOf(match.route).route;
    },
    async reply(asked, baseUrl, spelling, note) {
      const { pathname, searchParams } = asked.url;
      const match = matchOf(pathname);
      if (!match) throw errors.unknownPath();
      if (!READ_METHODS.includes(asked.method)) throw errors.methodNotAllowed(READ_METHODS);
      const { route, path } = match;
      const variables = readVariables(route.parameters, path, searchParams);
      const key = baseUrl + addressOf(route, variables);
      note.operation = route.name;
      note.readAfter = readAfterOf(asked.header);
      note.remembered = true;
      const asking = (signal?: AbortSignal) => ask(route, variables, baseUrl, note, signal);
      const answer = await answers.remember(key, route.document, variables, asking, {
        signal: asked.signal,
        anew: note.readAfter !== null,
      });
      answers.note(spelling, key);
      return replyOf(answer, asked);
    },
  };
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

/** The route with these variables, its defaults said out loud; below the service's own address. */
export function addressOf({ path, parameters }: Route, variables: Variables): string {
  const filled = REST_PREFIX + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(variables[name])));
  const query = new URLSearchParams();
  for (const { name, in: place, preset } of parameters) {
    const value = variables[name] ?? preset;
    if (place === 'query' && value !== undefined) query.set(name, String(value));
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}
