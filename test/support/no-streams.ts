import { createTurns } from '../../src/entrance/turns.js';
import { errors } from '../../src/errors.js';
import { createStreams } from '../../src/streams/streams.js';

/** For routes that open no streams. */
export const NO_STREAMS = {
  feed: { isLive: () => false, subscribe: () => undefined },
  streams: createStreams({
    limits: { inAll: 0, perKey: 0, perAddress: 0 },
    clientIpOf: () => '',
    expectKey: async () => 1,
  }),
  toApiError: () => errors.internal(''),
  pay: () => null,
  turns: createTurns(),
  openings: createTurns(),
};
