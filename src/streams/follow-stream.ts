// A stream of everything that a source has to give.
import type { ApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Reply } from '../http/reply.js';
import type { Follow } from './follow.js';
import type { Item, Source } from './source.js';
import type { Bytes } from './sse.js';
import type { StreamSource, Streams } from './streams.js';

export type StreamForm<I> = {
  headers?: Record<string, string>;
  bytes(item: I): Bytes;
  /** `position` is where the stream stands. */
  beat(position: string): Bytes;
  last(error: ApiError | null): Bytes;
  /** Idle time after which the stream ends; null means never. */
  idleMs: number | null;
};

export type StreamOptions<B, I> = { streams: Pick<Streams, 'open'>; follow: Follow<B, I> };

export function followStream<B, I extends Item>(
  call: Call,
  first: I,
  source: Source<B, I>,
  form: StreamForm<I>,
  { streams, follow }: StreamOptions<B, I>,
): Reply {
  let { position } = first;
  /** Not kept once it has begun, because a follower spends most of its time waiting. */
  let begin: { first: I; source: Source<B, I> } | null = { first, source };
  const live: StreamSource = {
    start(sink) {
      let idle: NodeJS.Timeout | undefined;
      function give(item: I): void {
        position = item.position;
        if (item.isNews) sink.send(form.bytes(item));
        if (form.idleMs === null || !(item.isNews || item.more)) return;
        clearTimeout(idle);
        if (!item.more) idle = setTimeout(() => sink.end(), form.idleMs).unref();
      }
      function end(error: ApiError): void {
        sink.send(form.last(error));
        sink.end();
      }
      if (!begin) throw new Error('A stream begins once');
      give(begin.first);
      const leave = follow.start(begin.source, begin.first, { call, sink, give, end });
      begin = null;
      return () => {
        clearTimeout(idle);
        leave();
      };
    },
    beat: () => form.beat(position),
    last: form.last,
  };
  return streams.open(call, live, form.headers);
}
