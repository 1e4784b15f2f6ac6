// Streams of what a group reads, and requests that wait for it.
import { type ApiError, errors } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Reply } from '../http/reply.js';
import type { Sink } from '../http/stream.js';
import type { Begun, Groups, Item, Source } from './groups.js';
import { pause } from './pause.js';
import type { Bytes } from './sse.js';
import type { Streams } from './streams.js';

export type Form<I> = {
  headers?: Record<string, string>;
  bytes(item: I): Bytes;
  /** `position` is where the stream stands. */
  beat(position: string): Bytes;
  last(error: ApiError | null): Bytes;
};

export type Follow = ReturnType<typeof createFollow>;

/** A waiting request never applies backpressure. */
const ALWAYS_DRAINED = { drained: () => Promise.resolve(), isDrained: () => true };

export function createFollow(groups: Groups, streams: Pick<Streams, 'open' | 'expectRoom' | 'countWaiting'>) {
  return {
    /** Reads what the follower gets first; throws a 429 or a 503 if there are too many streams. */
    async begin<I extends Item>(call: Call, source: Source<I>): Promise<Begun<I>> {
      streams.expectRoom(call, source.key);
      return groups.begin(call, source);
    },

    /** Returns a stream of everything that follows; with `idleMs` it ends when nothing has changed for so long. */
    stream<I extends Item>(call: Call, begun: Begun<I>, form: Form<I>, idleMs: number | null = null): Reply {
      const { key: follows, follow } = begun;
      const { bytes, beat, last, headers } = form;
      let { position, more } = begun.first;
      /** Dropped once it is sent, because a stream spends most of its time waiting. */
      let first: I | null = begun.first;
      function start(sink: Sink): () => void {
        let idle: NodeJS.Timeout | undefined;
        function give(item: I): void {
          // A client is told when it has caught up, even if the last page is empty.
          const isNews = item === first || !item.isEmpty || (more && !item.more);
          ({ position, more } = item);
          if (isNews) sink.send(bytes(item));
          if (idleMs === null || !(isNews || more)) return;
          clearTimeout(idle);
          if (!more) idle = setTimeout(() => sink.end(), idleMs).unref();
        }
        if (first) give(first);
        first = null;
        const end = (error: ApiError) => {
          sink.send(last(error));
          sink.end();
        };
        const leave = follow({ call, sink, give, end });
        return () => {
          clearTimeout(idle);
          leave();
        };
      }
      return streams.open(call, { follows, start, beat: () => beat(position), last }, headers);
    },

    /**
     * Returns the first page that is not empty, or the last one reached after `waitMs`; throws a 429 or 503 if too many wait,
     * and a 503 if there is no room for its answer.
     */
    async wait<I extends Item>(call: Call, { key, first, follow }: Begun<I>, waitMs: number): Promise<I> {
      let page = first;
      if (!page.isEmpty || waitMs === 0 || call.signal.aborted) return page;
      const over = new AbortController();
      const stop = () => over.abort();
      let failure: ApiError | null = null as ApiError | null;
      const release = streams.countWaiting(call, stop, key);
      const takePlace = call.place?.pause();
      call.waited = true;
      call.signal.addEventListener('abort', stop);
      const leave = follow({
        ...{ call, sink: ALWAYS_DRAINED },
        give(reached) {
          page = reached;
          if (!page.isEmpty) stop();
        },
        end(error) {
          failure = error;
          stop();
        },
      });
      await pause(waitMs, over.signal);
      leave();
      release();
      call.signal.removeEventListener('abort', stop);
      if (failure) throw failure;
      if (takePlace?.() === false) throw errors.busy();
      return page;
    },
  };
}
