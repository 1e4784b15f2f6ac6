import { errors } from '../../src/errors.js';
import { createStreams } from '../../src/streams/streams.js';

/** For routes that open no streams. */
export const NO_STREAMS = {
  news: { heard: () => 0, after: async () => undefined },
  streams: createStreams({
    limits: { inAll: 0, perKey: 0, perAddress: 0 },
    clientIpOf: () => '',
    expectKey: async () => 1,
  }),
  toApiError: () => errors.internal(''),
  pay: () => null,
};
