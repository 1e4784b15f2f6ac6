// The change feed as a stream: server-sent events, or lines. Readers at the same position are sent the same bytes,
// which are made once.
import { errorBody } from '../errors.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Answer } from '../http/answer.js';
import { heaviest, weightsOf } from '../http/weights.js';
import type { Form } from '../streams/follow.js';
import type { Item } from '../streams/groups.js';
import { type Bytes, comeBack, sse } from '../streams/sse.js';

export type ChangesPage = Answer &
  Item & {
    entries: string[];
    /** URL of the next page. */
    next: string;
  };

export type ChangesForm = Form<ChangesPage> & {
  /** True if the stream lasts as long as its reader stays; otherwise it ends when nothing has changed for a while. */
  endless: boolean;
};

/** Each event is a page, and its id the cursor after it. */
const EVENTS: ChangesForm = {
  headers: {},
  bytes: madeOnce(({ bytes, position }) => sse({ id: position, data: Buffer.from(bytes).toString() })),
  beat: (cursor) => sse({ event: 'beat', id: cursor, data: '' }),
  last: (error) => (error ? sse({ event: 'error', data: JSON.stringify(errorBody(error)) }) : comeBack()),
  endless: true,
};

/** Each line is a change; after those of a page comes a line with the URL of the next page. */
const LINES: ChangesForm = {
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  bytes: madeOnce(({ entries, next, more }) =>
    Buffer.from(`${[...entries, JSON.stringify({ next, upToDate: !more })].join('\n')}\n`),
  ),
  beat: () => Buffer.from('\n'),
  last: (error) => Buffer.from(error ? `${JSON.stringify(errorBody(error))}\n` : ''),
  endless: false,
};

const FORMS = { 'text/event-stream': EVENTS, 'application/x-ndjson': LINES } as const;

/** Returns the form that the client names and prefers; null if it names none. */
export function formFor(accept: string | null): ChangesForm | null {
  const weights = weightsOf(accept);
  const named = [...weights.keys()].filter((type) => Object.hasOwn(FORMS, type)) as (keyof typeof FORMS)[];
  const type = heaviest(named, (each) => weights.get(each) ?? 0);
  return type && FORMS[type];
}

function madeOnce(make: (page: ChangesPage) => Bytes): (page: ChangesPage) => Bytes {
  const made = new WeakMap<ChangesPage, Bytes>();
  return (page) => getOrMake(made, page, () => make(page));
}
