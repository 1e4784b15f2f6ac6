import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { formFor } from '../../src/rest/changes-forms.js';
import { createOpenapi } from '../../src/rest/openapi.js';
import { readRoutes } from '../../src/rest/routes.js';

test('the heartbeat of lines is an empty one, and documented', () => {
  const beat = formFor('application/x-ndjson')?.beat('cursor');
  expect(Buffer.from(beat ?? []).toString()).toBe('\n');
  const { paths } = createOpenapi(readRoutes(schema))('https://api.battles.example');
  expect(paths['/api/v1/changes']).toMatchObject({
    get: { description: expect.stringContaining('an empty line every') },
  });
});
