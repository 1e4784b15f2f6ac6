// A body that is sent bit by bit for as long as its reader stays.
import type { ServerResponse } from 'node:http';

export type Stream = {
  /** Called once the head of the reply is on its way; not at all if the client has left by then. */
  start(sink: Sink): void;
};

export type Sink = {
  /** The same bytes may go to many. A reader that has not taken what was sent before is cut off instead. */
  send(bytes: Bytes): void;
  /** Resolves once its reader has taken most of it, or has gone: before that, only news is to be sent. */
  drained(): Promise<void>;
  /** Whether it has. */
  isDrained(): boolean;
  /** What is sent later goes nowhere. */
  end(): void;
  /** Ends it at once, with what its reader has not taken. */
  cut(): void;
  /** Called once, however it ends. */
  onClose(listener: () => void): void;
};

type Bytes = Uint8Array<ArrayBuffer>;

/** What may wait for a reader: beyond, it is too slow, and would be further behind with every change. */
export const UNREAD_BYTES_MAX = 256 * 1024;

const DRAIN_MS = 60_000;

export const isStream = (body: unknown): body is Stream => typeof body === 'object' && body !== null && 'start' in body;

/** Over a socket. */
export class ResponseSink implements Sink {
  readonly #response: ServerResponse;
  #onClose: (() => void) | null = null;
  /** Whether it was ended before its reader had all. */
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
      // One that takes nothing for so long is not there any more, or might as well not be.
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

/** The same as the body of a Response. */
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
