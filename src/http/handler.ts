// What the server calls: the work that answers requests, and what observes them.
import type { Call } from './call.js';
import type { Reply } from './reply.js';

export type Handler = {
  /** Returns the reply if it is available synchronously; null when it must be worked out. */
  replyAtOnce(call: Call): Reply | null;
  reply(call: Call): Promise<Reply>;
  /** Returns the reply for an error that the others threw, and logs it if it was not deliberate. Must not throw. */
  refuse(error: unknown, call: Call): Reply;
};

/** Observes every request. */
export type Watching = {
  begin(call: Call): void;
  /** Runs the work that answers the request. */
  within<Result>(call: Call, work: () => Result): Result;
  /** Called when the answer is a stream: no work is in progress for it until it ends. */
  opened(call: Call): void;
  /** `cut` is true if the client disconnected before the answer, or could not be sent all of it. */
  end(call: Call, status: number, cut?: boolean): void;
};
