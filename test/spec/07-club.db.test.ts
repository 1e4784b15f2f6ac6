import { describe, expect, test } from 'vitest';
import { club } from '../support/world.js';
import { expectBody, openService } from './service.js';

const { load, get, data } = openService(
  club({
    description: 'We meet on Thursdays.\nBring <dice> & "friends".',
    city: 'Leeds',
    country: 'United Kingdom',
    members: 42,
    website: 'https://legion.example',
  }),
  club({ slug: 'bare', name: 'Bare' }),
);

const CLUB = '/api/v1/clubs/northern-legion';
const BARE = '/api/v1/clubs/bare';

describe('Club', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(CLUB), {
      data: {
        slug: 'northern-legion', // string. Short name used in the club web address.
        name: 'Northern Legion', // string. Club name.
        description: 'We meet on Thursdays.\nBring <dice> & "friends".', // string. Plain text description written by the club.
        city: 'Leeds', // string | null. Town or city.
        country: 'United Kingdom', // string | null. Country name.
        members: 42, // number. Number of members.
        website: 'https://legion.example', // string | null. The club's own website, when it has one.
        url: 'https://battles.example/clubs/northern-legion', // string. Link to the club page.
      },
    });
  });

  test('has the same fields, null or empty, when nothing is known', async () => {
    await expectBody(await get(BARE), {
      data: {
        slug: 'bare',
        name: 'Bare',
        description: '',
        city: null,
        country: null,
        members: 0,
        website: null,
        url: 'https://battles.example/clubs/bare',
      },
    });
  });

  test('url (string): Link to the club page', async () => {
    await load(club({ slug: 'dés&co' }));
    expect((await data(CLUB)).url).toBe('https://battles.example/clubs/northern-legion');
    expect((await data('/api/v1/clubs/d%C3%A9s&co')).url).toBe('https://battles.example/clubs/d%C3%A9s%26co');
  });
});
