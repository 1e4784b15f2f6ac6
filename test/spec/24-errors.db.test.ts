import { describe, expect, test } from 'vitest';
import { knockout, standings, swiss, tournament } from '../support/world.js';
import { badRequest, expectBody, notFound, openService } from './service.js';

const { get, refused } = openService(
  tournament({ stages: [swiss(), knockout(), standings()] }),
  tournament({ slug: 'autumn-clash' }),
  tournament({ slug: 'hidden', published: false }),
);

describe('Errors', () => {
  test('Error body shape for authentication failures: `{ "error": { "status": <integer>, "message": <string>, "code": <string> } }`', async () => {
    await expectBody(await get('/api/v1/tournaments', { headers: { authorization: null } }), {
      error: { status: 401, message: 'Missing or invalid Authorization header', code: 'UNAUTHORIZED' },
    });
  });

  test.each(['', '/standings', '/participants', '/battles'])(
    '404: Tournament does not exist or is not published: Message text not shown in detail. /tournaments/{slug}%s',
    async (rest) => {
      for (const slug of ['none', 'hidden']) {
        expect(await refused(`/api/v1/tournaments/${slug}${rest}`)).toStrictEqual(notFound('Tournament not found'));
      }
    },
  );

  test.each(['', '/tournaments', '/battles'])('404: Club does not exist: /clubs/{slug}%s', async (rest) => {
    expect(await refused(`/api/v1/clubs/none${rest}`)).toStrictEqual(notFound('Club not found'));
  });

  test('404: Player does not exist (player battles)', async () => {
    expect(await refused('/api/v1/users/none/battles')).toStrictEqual(notFound('Player not found'));
  });

  test('404: Unknown `stage` on standings: Message lists the stage ids the tournament has', async () => {
    expect(await refused('/api/v1/tournaments/spring-clash/standings?stage=x')).toStrictEqual(
      notFound("Unknown stage 'x'. This tournament has: swiss, knockout"),
    );
  });
});

describe('Pagination validation messages', () => {
  test('HTTP status and code of these validation errors: not shown. Decided: 400 BAD_REQUEST', async () => {
    const response = await get('/api/v1/tournaments?limit=0');
    expect(response.status).toBe(400);
    await expectBody(response, {
      error: { status: 400, message: 'limit must be a positive integer', code: 'BAD_REQUEST' },
    });
  });

  test('Error response for a date window that ends before it begins: not shown. Decided: 400 BAD_REQUEST', async () => {
    expect(await refused('/api/v1/tournaments?from=2026-01-02&to=2026-01-01')).toStrictEqual(
      badRequest('from must not be after to'),
    );
  });

  test('Error codes other than UNAUTHORIZED and the body of 404 responses: not shown. Decided: NOT_FOUND, in the same shape', async () => {
    await expectBody(await get('/api/v1/clubs/none'), {
      error: { status: 404, message: 'Club not found', code: 'NOT_FOUND' },
    });
    await expectBody(await get('/api/v1/nowhere'), {
      error: { status: 404, message: 'There is nothing at this address', code: 'NOT_FOUND' },
    });
  });

  test('Order of errors: not shown. Decided: unknown path, method, parameters, resource', async () => {
    const post = (path: string) => get(path, { method: 'POST' });
    expect((await post('/api/v1/nowhere?limit=0')).status).toBe(404);
    expect((await post('/api/v1/tournaments/none/battles?limit=0')).status).toBe(405);
    expect((await get('/api/v1/tournaments/none/battles?limit=0')).status).toBe(400);
    expect((await get('/api/v1/tournaments/none/battles')).status).toBe(404);
  });
});
