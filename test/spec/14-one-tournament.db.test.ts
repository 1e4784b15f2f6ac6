import { describe, expect, test } from 'vitest';
import { tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { littleWorld, springClashBody } from './world.js';

const { load, get, data, refused } = openService(...littleWorld, tournament({ slug: 'hidden', published: false }));

describe('Get one tournament', () => {
  test('Path: not shown. Decided: /api/v1/tournaments/{slug}', async () => {
    await expectBody(await get('/api/v1/tournaments/spring-clash'), { data: springClashBody });
  });

  test("It takes the path parameter `slug`, string, required, the tournament's short name", async () => {
    await load(tournament({ slug: 'winter-clash' }));
    expect((await data('/api/v1/tournaments/winter-clash')).slug).toBe('winter-clash');
    expect((await data('/api/v1/tournaments/spring-clash')).slug).toBe('spring-clash');
  });

  test('It takes the path parameter `slug`. Decided: percent-encoding is decoded once', async () => {
    await load(tournament({ slug: '大会' }));
    expect((await data(`/api/v1/tournaments/${encodeURIComponent('大会')}`)).slug).toBe('大会');
    expect((await get(`/api/v1/tournaments/${encodeURIComponent(encodeURIComponent('大会'))}`)).status).toBe(404);
  });

  test('Response: `{ data: Tournament }`, same shape as a list element', async () => {
    const listed = await data('/api/v1/tournaments?from=2026-05-02&to=2026-05-02');
    expect(JSON.stringify([await data('/api/v1/tournaments/spring-clash')])).toBe(JSON.stringify(listed));
  });

  test('404 when the tournament does not exist', async () => {
    expect(await refused('/api/v1/tournaments/none')).toStrictEqual(notFound('Tournament not found'));
  });

  test('404 when the tournament is not published', async () => {
    expect(await refused('/api/v1/tournaments/hidden')).toStrictEqual(notFound('Tournament not found'));
  });

  test("404 when not published. Decided: byte-identical to an unknown one's", async () => {
    const [hidden, unknown] = await Promise.all(['hidden', 'none'].map((slug) => get(`/api/v1/tournaments/${slug}`)));
    expect(await hidden?.text()).toBe(await unknown?.text());
    expect([...(hidden?.headers ?? [])]).toStrictEqual([...(unknown?.headers ?? [])]);
  });
});
