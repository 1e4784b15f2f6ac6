// The route of the change feed. In addition to what its operation returns, each thing has the URL of its own route, the
// ETag of its current body and, if requested, that body: byte for byte what the URL would return.
import { hash } from 'node:crypto';
import type { Turns } from '../entrance/turns.js';
import { errors } from '../errors.js';
import { alwaysHeaders, createAnswer, replyOf } from '../http/answer.js';
import { tagOf } from '../http/coding.js';
import type { Endpoint } from '../http/endpoint.js';
import { READ_METHODS } from '../http/methods.js';
import { readAfterOf } from '../http/read-after.js';
import type { Result, Runner, Variables } from '../operations/run.js';
import type { Follow } from '../streams/follow.js';
import { LOG, type Source } from '../streams/groups.js';
import { type Data, textOf } from './body.js';
import { type ChangesPage, formFor } from './changes-forms.js';
import { readVariables, SINCE } from './parameters.js';
import { aboutOf, bodyHeaders, dataOf, REST_PREFIX, urlPathOf } from './route-answer.js';
import type { Route } from './routes.js';
import type { Shape } from './shape.js';

export const CHANGES_PATH = '/changes';

/** A stream is sent instead to clients that accept one. */
const ALWAYS = alwaysHeaders({ vary: 'Accept, Accept-Encoding' });

/** Path of the route of each kind. */
const PATHS = { tournament: '/tournaments/', club: '/clubs/', player: '/users/', battle: '/battles/' } as const;
type Kind = keyof typeof PATHS;

/** A wait of up to 60 seconds is accepted, but ends after 55, before a proxy times out. */
export const WAIT_MAX = 60;
const WAIT_MAX_MS = 55_000;

type Changes = { data: Change[]; next: string; upToDate: boolean };
type Change = { kind: Kind; id: string; deleted: boolean; url: string | null } & Partial<Record<Kind, Data | null>>;

export type ChangesOptions = { runner: Runner; follow: Follow; turns: Turns };

export function changesEndpoint(route: Route, { runner, follow, turns }: ChangesOptions): Endpoint {
  const bodyTexts = bodiesOf(route.shape);

  function pageOf(result: Result, base: string, variables: Variables, withBody: boolean): ChangesPage {
    const { data, next: position, upToDate } = dataOf(route, result).changes as Changes;
    const entries = data.map((change) => entryOf(change, bodyTexts, base, withBody));
    const next = base + urlPathOf(route, { ...variables, [SINCE]: position }) + (withBody ? '&include=body' : '');
    const pieces = entries.map((entry, at) => (at === 0 ? entry : `,${entry}`));
    const answer = createAnswer(
      aboutOf(route),
      ['{"data":[', ...pieces, `],"next":${JSON.stringify(next)},"upToDate":${upToDate}}`],
      bodyHeaders(next),
      ALWAYS,
    );
    return Object.assign(answer, { entries, isEmpty: entries.length === 0, position, next, more: !upToDate });
  }

  return {
    path: REST_PREFIX + route.path,
    methods: READ_METHODS,
    access: 'key',
    form: 'rest',
    waitsMs: WAIT_MAX_MS,
    async handle(call, parameters) {
      const query = call.url?.searchParams ?? new URLSearchParams();
      const variables = readVariables(route.parameters, parameters, query);
      const withBody = includesBody(query);
      const waitMs = Math.min(waitOf(query) * 1_000, WAIT_MAX_MS);
      const form = call.method === 'GET' ? formFor(call.header('accept')) : null;
      // A browser's EventSource always sends `Cache-Control: no-cache`, and a stream is never cached anyway.
      call.readAfter = form && call.header('x-read-after') === null ? null : readAfterOf(call);
      // A request that waits or streams may be answered otherwise next time.
      const repeatable = form === null && waitMs === 0;
      const { baseUrl } = call;
      const { [SINCE]: begins, ...others } = variables;
      const keyOf = (asked: Variables) => `${baseUrl}${urlPathOf(route, asked)} ${withBody}`;
      const source: Source<ChangesPage> = {
        ...LOG,
        key: keyOf(others),
        async read(from, call) {
          // A client that reconnects sends its position in Last-Event-ID.
          const since = from ?? (form && call.header('last-event-id'));
          const asked = since ? { ...variables, [SINCE]: since } : variables;
          const request = { operation: route, variables: asked, key: keyOf(asked), call, repeatable };
          const { value, tags } = await runner.ask(request, (result) => pageOf(result, baseUrl, asked, withBody));
          return { value: value as ChangesPage, tags };
        },
      };
      if (repeatable) return replyOf((await source.read(null, call)).value, call);
      const begun = await turns.take(call, () => follow.begin(call, source));
      if (form) return follow.stream(call, begun, form, form.endless ? null : waitMs);
      return replyOf(await follow.wait(call, begun, waitMs), call);
    },
  };
}

/** Serialisers of the body of each kind. */
function bodiesOf(root: Shape): Record<Kind, (data: Data) => string> {
  const entry = root.fields[0]?.shapes[0]?.fields.find(({ key }) => key === 'data')?.shapes[0];
  const text = (kind: Kind) => {
    const shapes = entry?.fields.find(({ key }) => key === kind)?.shapes ?? [];
    return textOf(shapes.filter(({ type }) => type.name.toLowerCase() === kind));
  };
  return { tournament: text('tournament'), club: text('club'), player: text('player'), battle: text('battle') };
}

function entryOf(
  { kind, id, deleted, url, ...things }: Change,
  bodyTexts: Record<Kind, (data: Data) => string>,
  base: string,
  withBody: boolean,
): string {
  const thing = things[kind];
  const body = thing ? `{"data":${bodyTexts[kind](thing)}}` : null;
  const href = body === null ? null : base + REST_PREFIX + PATHS[kind] + encodeURIComponent(id);
  const etag = body === null ? null : tagOf(hash('sha1', body, 'base64url'), 'identity');
  const entry = JSON.stringify({ kind, id, deleted, url, href, etag });
  return withBody ? `${entry.slice(0, -1)},"body":${body}}` : entry;
}

function includesBody(query: URLSearchParams): boolean {
  const included = query.getAll('include');
  if (included.some((each) => each !== 'body')) throw errors.notOneOf('include', ['body']);
  return included.length > 0;
}

function waitOf(query: URLSearchParams): number {
  const wait = query.getAll('wait').join(',') || '0';
  if (!/^\d{1,2}$/.test(wait) || Number(wait) > WAIT_MAX) throw errors.outside('wait', 0, WAIT_MAX);
  return Number(wait);
}
