import { expect, test } from 'vitest';
import { bytesOf, createAnswer, replyOf } from '../../src/http/answer.js';
import { callOf } from '../../src/http/call.js';
import { CODINGS } from '../../src/http/coding.js';

const about = { route: '/', operation: 'Any' };

test.each([10, 1_000, 3_000, 100_000])('an answer of %i bytes holds no more memory than is counted', async (length) => {
  const text = Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at) % 26))).join('');
  const answer = createAnswer(about, [text], []);
  const held = new Set([answer.bytes.buffer]);
  for (const coding of CODINGS) {
    const request = new Request('http://gateway.test/', { headers: { 'accept-encoding': coding } });
    const { body } = await replyOf(answer, callOf(request));
    if (body instanceof Uint8Array) held.add(body.buffer);
  }
  const bytes = [...held].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(bytesOf(answer));
});
