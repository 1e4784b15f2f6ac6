import { createTurns } from '../../src/entrance/turns.js';
import { errors } from '../../src/errors.js';
import { createFollow } from '../../src/streams/follow.js';
import { createGroups } from '../../src/streams/groups.js';
import { createStreams } from '../../src/streams/streams.js';

const streams = createStreams({
  limits: { inAll: 0, perKey: 0, perAddress: 0 },
  clientIpOf: () => '',
  expectKey: async () => 1,
});
const turns = createTurns();
const feed = { isLive: () => false, subscribe: () => undefined };
const toApiError = () => errors.internal('');

/** For routes that open no streams. */
export const NO_STREAMS = {
  streams,
  turns,
  toApiError,
  follow: createFollow(createGroups({ feed, toApiError, turns }), streams),
};
