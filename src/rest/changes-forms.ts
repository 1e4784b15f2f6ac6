// What has changed as a stream: server-sent events, or lines. All who stand at the same place are sent the same bytes, which
// are made once.
import { type ApiError, errorBody } from '../errors.js';
import type { Answer } from '../http/answer.js';
import { type Bytes, comeBack, sse } from '../streams/sse.js';
import type { FollowedPage } from '../streams/tail.js';

export type ChangesPage = FollowedPage & {
  answer: Answer;
  entries: string[];
  /** The address of the page that follows. */
  next: string;
};

export type Form = {
  headers: Record<string, string>;
  page(page: ChangesPage): Bytes;
  beat(cursor: string): Bytes;
  last(error: ApiError | null): Bytes;
  /** Whether it goes on for as long as its reader stays. */
  endless: boolean;
};

/** An event is a page, and its id the place after it. */
const EVENTS: Form = {
  headers: {},
  page: madeOnce(({ answer, cursor }) => sse({ id: cursor, data: Buffer.from(answer.bytes).toString() })),
  beat: (cursor) => sse({ event: 'beat', id: cursor, data: '' }),
  last: (error) => (error ? sse({ event: 'error', data: JSON.stringify(errorBody(error)) }) : comeBack()),
  endless: true,
};

/** A line is a change; after those of a page comes one that says where the next begins. */
const LINES: Form = {
  headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
  page: madeOnce(({ entries, next, upToDate }) =>
    Buffer.from(`${[...entries, JSON.stringify({ next, upToDate })].join('\n')}\n`),
  ),
  beat: () => Buffer.from('\n'),
  last: (error) => Buffer.from(error ? `${JSON.stringify(errorBody(error))}\n` : ''),
  endless: false,
};

const FORMS = { 'text/event-stream': EVENTS, 'application/x-ndjson': LINES } as const;

/** The first of ours that the client names. */
export function formFor(accept: string | null): Form | null {
  const named = (accept ?? '').split(',').map((item) => item.split(';')[0]?.trim().toLowerCase() ?? '');
  const type = named.find((each): each is keyof typeof FORMS => Object.hasOwn(FORMS, each));
  return type ? FORMS[type] : null;
}

function madeOnce(make: (page: ChangesPage) => Bytes): (page: ChangesPage) => Bytes {
  const made = new WeakMap<Answer, Bytes>();
  return (page) => {
    const bytes = made.get(page.answer) ?? make(page);
    made.set(page.answer, bytes);
    return bytes;
  };
}
