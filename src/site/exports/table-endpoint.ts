// A table that is sent whole, however long: in pieces, each read once the reader has taken the one before. A slow reader
// takes the memory of one piece, and one that takes nothing is cut off like that of any stream.
import type { ToApiError } from '../../errors.js';
import { type Answer, replyOf } from '../../http/answer.js';
import type { Endpoint } from '../../http/endpoint.js';
import { headerPairs } from '../../http/headers.js';
import type { Sink } from '../../http/stream.js';
import { retryTemporary } from '../../streams/retry-temporary.js';
import type { Streams } from '../../streams/streams.js';
import type { AskPageAt } from '../ask.js';

export type TableOptions = { streams: Pick<Streams, 'open'>; toApiError: ToApiError };

type Piece = { answer: Answer; next: string | null };

const NOTHING = new Uint8Array();

export function createTableEndpoint({ streams, toApiError }: TableOptions) {
  return (path: string, askPage: AskPageAt): Pick<Endpoint, 'path' | 'handle'> => ({
    path,
    async handle(call, encoded) {
      async function read(after?: string): Promise<Piece> {
        const { ask, nextOf } = askPage(call, call.url, encoded, after);
        // A piece is not the answer to an identical request.
        const { value: answer } = await ask(call, { repeatable: false });
        return { answer, next: nextOf(answer) };
      }

      async function send(first: Piece, sink: Sink, signal: AbortSignal): Promise<void> {
        let piece = first;
        while (!signal.aborted) {
          sink.send(piece.answer.bytes);
          const { next } = piece;
          if (next === null) return sink.end();
          await sink.drained();
          if (!signal.aborted) piece = await retryTemporary(() => read(next), { toApiError, signal, id: call.id });
        }
      }

      const first = await read();
      if (first.next === null) return replyOf(first.answer, call);
      const live = {
        start(sink: Sink) {
          const leaving = new AbortController();
          // A download that cannot go on must fail, and not look complete.
          send(first, sink, leaving.signal).catch(() => sink.cut());
          return () => leaving.abort();
        },
        beat: () => NOTHING,
        last: () => null,
      };
      const { headers, always } = first.answer;
      return streams.open(call, live, Object.fromEntries(headerPairs([...headers, ...always])));
    },
  });
}
