import { describe, expect, test } from 'vitest';
import { tournament } from '../support/world.js';
import { openService } from './service.js';
import { littleWorld } from './world.js';

const { load, get, data } = openService(...littleWorld, tournament({ slug: 'hidden', published: false }));

describe('Get one tournament', () => {
  test('It takes the path parameter `slug`. Decided: percent-encoding is decoded once', async () => {
    await load(tournament({ slug: '大会' }));
    expect((await data(`/api/v1/tournaments/${encodeURIComponent('大会')}`)).slug).toBe('大会');
    expect((await get(`/api/v1/tournaments/${encodeURIComponent(encodeURIComponent('大会'))}`)).status).toBe(404);
  });

  test('Response: `{ data: Tournament }`, same shape as a list element', async () => {
    const listed = await data('/api/v1/tournaments?from=2026-05-02&to=2026-05-02');
    expect(JSON.stringify([await data('/api/v1/tournaments/spring-clash')])).toBe(JSON.stringify(listed));
  });

  test("404 when not published. Decided: byte-identical to an unknown one's", async () => {
    const [hidden, unknown] = await Promise.all(['hidden', 'none'].map((slug) => get(`/api/v1/tournaments/${slug}`)));
    expect(await hidden?.text()).toBe(await unknown?.text());
    expect([...(hidden?.headers ?? [])]).toStrictEqual([...(unknown?.headers ?? [])]);
  });
});
