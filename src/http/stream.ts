// A body that is sent piece by piece for as long as its reader stays.
import type { ServerResponse } from 'node:http';

export type Stream = {
  /** Called once the headers of the reply are sent; never if the client has disconnected by then. */
  start(sink: Sink): void;
};

export type Sink = {
  /** The same bytes may be sent to many sinks. A reader that is too far behind is cut off instead. */
  send(bytes: Bytes): void;
  /** Resolves once the write buffer has drained or the reader has gone: until then, only new changes are sent. */
  drained(): Promise<void>;
  /** True if `drained` would resolve at once. */
  isDrained(): boolean;
  /** Later calls of `send` have no effect. */
  end(): void;
  /** Closes the stream at once, and discards what its reader has not received. */
  cut(): void;
  /** `listener` is called once, however the stream ends. */
  onClose(listener: () => void): void;
};

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes buffered for a reader: beyond that it is too slow, and would fall further behind with every change. */
const UNREAD_BYTES_MAX = 256 * 1024;

const DRAIN_MS = 60_000;

export const isStream = (body: unknown): body is Stream => typeof body === 'object' && body !== null && 'start' in body;

/** Sink over a socket. */
export class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  #onClose: (() => void) | null = null;
  /** True if the stream was closed before its reader had received everything. */
  isCut = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  send(bytes: Bytes): void {
    if (this.#response.writableEnded) return;
    if (this.#response.writableLength > UNREAD_BYTES_MAX) this.cut();
    else this.#response.write(bytes);
  }

  isDrained(): boolean {
    return !this.#response.writableNeedDrain || this.#response.destroyed;
  }

  drained(): Promise<void> {
    if (this.isDrained()) return Promise.resolve();
    return new Promise((resolve) => {
      // A reader that accepts nothing for this long is gone, or might as well be.
      const late = setTimeout(() => this.cut(), DRAIN_MS).unref();
      const done = () => {
        clearTimeout(late);
        this.#response.off('drain', done).off('close', done);
        resolve();
      };
      this.#response.on('drain', done).on('close', done);
    });
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    this.isCut = true;
    this.#response.destroy();
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  closed(): void {
    this.#onClose?.();
    this.#onClose = null;
  }
}

/** The same for the body of a WHATWG Response. */
export function readableOf(stream: Stream): ReadableStream<Bytes> {
  let onClose: (() => void) | null = null;
  let waiting: (() => void)[] = [];
  let isOpen = true;
  const resume = () => {
    for (const go of waiting) go();
    waiting = [];
  };
  const close = (work: () => void) => {
    if (!isOpen) return;
    isOpen = false;
    work();
    resume();
    onClose?.();
  };
  return new ReadableStream<Bytes>(
    {
      start(controller) {
        const isDrained = () => !isOpen || (controller.desiredSize ?? 0) > 0;
        const cut = () => close(() => controller.error(new Error('The reader is too slow')));
        stream.start({
          send(bytes) {
            if (!isOpen) return;
            if ((controller.desiredSize ?? 0) < 0) cut();
            else controller.enqueue(bytes);
          },
          drained: () => (isDrained() ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))),
          isDrained,
          end: () => close(() => controller.close()),
          cut,
          onClose(listener) {
            onClose = listener;
          },
        });
      },
      pull: resume,
      cancel: () => close(() => undefined),
    },
    { highWaterMark: UNREAD_BYTES_MAX, size: ({ byteLength }) => byteLength },
  );
}
