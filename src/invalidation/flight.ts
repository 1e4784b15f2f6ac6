/** Work that several callers wait for; it is aborted when the last of them leaves. */
export type Flight<Value> = {
  outcome: Promise<Value>;
  /** Waits for the outcome until the signal is aborted; without a signal, to the end. */
  join(signal: AbortSignal | undefined): Promise<Value>;
  /** True once all callers have left. */
  isAbandoned(): boolean;
};

export function createFlight<Value>(work: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
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
