import { inFile, type Mutation } from './mutation.js';

/** Rules of what follows from a write, of those who follow it, and of the process around them. */
export const STREAMS: Mutation[] = [
  ...inFile('src/streams/shared-cost.ts', [
    [
      'keys share the cost in whole numbers',
      'Math.floor(cost / owing.size)',
      'cost / owing.size',
      'streams/shared-cost',
    ],
    ['a key pays once, however many streams it has', 'if (!owing.delete(payer)) return 0;', '', 'streams/shared-cost'],
  ]),
  ...inFile('src/streams/lane-rotation.ts', [
    ['the read runs in the queue of each key in turn', 'had.add(lane);', '', 'streams/lane-rotation'],
  ]),
  ...inFile('src/streams/source.ts', [
    [
      'a value is retried for as long as it has followers',
      'totalMs: Number.POSITIVE_INFINITY',
      'totalMs: 60_000',
      'streams/follow-value',
    ],
  ]),
  ...inFile('src/streams/retry-temporary.ts', [
    ['a log is retried for a minute', 'totalMs: 60_000', 'totalMs: 120_000', 'streams/follow-log'],
  ]),
  ...inFile('src/streams/pages.ts', [
    ['nothing of a log is missed', 'at.began >= from.ended', 'true', 'streams/follow-log'],
    ['while nothing is notified a log is read every second', 'pollMs: 1_000', 'pollMs: 5_000', 'streams/follow-log'],
  ]),
  ...inFile('src/streams/follow.ts', [
    [
      'what one key may make run at a change',
      'await turns.take(call, () => source.read(from, call))',
      'await source.read(from, call)',
      'subscriptions/one-key.db',
    ],
    [
      'a slow one is left out until it has received what it was sent',
      'if (!member.follower.sink.isDrained()) setAside(member);',
      '{}',
      'streams/follow-value',
    ],
    [
      'one who leaves ends the read of nobody',
      'members.size === 0) stop(broadcast);',
      'true) stop(broadcast);',
      'streams/follow-value',
    ],
  ]),
  ...inFile('src/streams/streams.ts', [
    ['no stream outlives its key', 'void recheckKeys([owned]);', '', 'streams/streams'],
    [
      'a heartbeat that fails costs its own stream only',
      'async function sendBeat({ sink, live }: Open): Promise<void> {',
      'function sendBeat({ sink, live }: Open): void {',
      'streams/streams',
    ],
    ['which is cut off', 'sink.cut();\n    throw error;', 'throw error;', 'streams/streams'],
    ['and is reported', 'sink.cut();\n    throw error;', 'sink.cut();', 'streams/streams'],
    [
      'streams of one key',
      '>= max) throw errors.tooManyStreams',
      '> max) throw errors.tooManyStreams',
      'streams/streams',
    ],
  ]),
  ...inFile('src/subscriptions/subscriptions.ts', [
    [
      'subscriptions of one key that are opened at once',
      'await openings.take(call, () => follow(call, subscription))',
      'await follow(call, subscription)',
      'subscriptions/one-key.db',
    ],
    [
      'a result with errors is not remembered',
      'if (result.errors) throw new Unanswered(whole);',
      '',
      'subscriptions/subscriptions.db',
    ],
    [
      'the heartbeat of a subscription is a comment',
      'beat: () => COMMENT',
      "beat: () => ending('{}')",
      'subscriptions/clients.db',
    ],
  ]),
  ...inFile('src/invalidation/cache.ts', [
    [
      'the same question by many while the change feed is dark',
      '(isLive || !underWay.hasBegun)',
      'isLive',
      'invalidation/cache',
    ],
    [
      'what changed while it was read is not remembered',
      'if (!inFlight.isOutdated) keep(',
      'keep(',
      'invalidation/cache',
    ],
  ]),
  ...inFile('src/invalidation/flight.ts', [
    [
      'work that nobody waits for ends',
      'if (waiting === 0) abandoning',
      'if (false) abandoning',
      'invalidation/flight',
    ],
  ]),
  ...inFile('src/process/connections.ts', [
    ['connections of one address: `ulimit -n`, less 100', 'RESERVED = 100', 'RESERVED = 0', 'process/connections'],
    ['a warning is logged once a minute', 'warnedAt = performance.now();', '', 'process/connections'],
  ]),
  ...inFile('src/observe/log-buffer.ts', [
    ['log lines arrive whole', 'if (end + most > start + pieceBytes) send();', '', 'observe/log-buffer'],
  ]),
  ...inFile('src/streams/await-page.ts', [
    [
      'one that waited gets 503 without a place for its answer',
      'if (!takePlace()) throw errors.busy();',
      '',
      'streams/await-page',
    ],
  ]),
  ...inFile('src/db/read/version-round.ts', [
    [
      'a position of a transaction that the data does not have is gone',
      'from.epoch !== epoch || !isKnown',
      'from.epoch !== epoch',
      'rest/changes.db',
    ],
  ]),
];
