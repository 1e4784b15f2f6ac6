/** One piece of work that several may wait for: it goes on for as long as one of them does. */
export type Joint<Value> = {
  outcome: Promise<Value>;
  /** Waits with the others, until the signal says that one does not any more; without one, to the end. */
  join(signal: AbortSignal | undefined): Promise<Value>;
  /** Everybody has left, so nothing will come of it. */
  isAbandoned(): boolean;
};

export function createJoint<Value>(work: (signal: AbortSignal) => Promise<Value>): Joint<Value> {
  const abandoning = new AbortController();
  const outcome = work(abandoning.signal);
  let waiting = 0;
  return {
    outcome,
    isAbandoned: () => abandoning.signal.aborted,
    join(signal) {
      waiting += 1;
      if (!signal) return outcome;
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting -= 1;
          if (waiting === 0) abandoning.abort(signal.reason);
          reject(signal.reason);
        };
        const settled = () => signal.removeEventListener('abort', leave);
        outcome.then(resolve, reject).finally(settled);
        if (signal.aborted) leave();
        else signal.addEventListener('abort', leave);
      });
    },
  };
}
