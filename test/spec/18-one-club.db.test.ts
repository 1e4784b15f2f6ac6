import { describe, expect, test } from 'vitest';
import { club } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';

const { get, data, refused } = openService(
  club({ city: 'Leeds', members: 42 }),
  club({ slug: 'iron-dice', name: 'Iron Dice' }),
);

describe('Get one club', () => {
  test('GET /api/v1/clubs/{slug}. Response: `{ data: Club }`', async () => {
    await expectBody(await get('/api/v1/clubs/northern-legion'), {
      data: {
        slug: 'northern-legion',
        name: 'Northern Legion',
        description: '',
        city: 'Leeds',
        country: null,
        members: 42,
        website: null,
        url: 'https://battles.example/clubs/northern-legion',
      },
    });
  });

  test("Path: `slug` (string, required), the club's short name", async () => {
    expect((await data('/api/v1/clubs/iron-dice')).name).toBe('Iron Dice');
  });

  test('404 when the club does not exist', async () => {
    expect(await refused('/api/v1/clubs/none')).toStrictEqual(notFound('Club not found'));
  });
});
