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
        slug: 'northern-legion',
        name: 'Northern Legion',
        description: 'We meet on Thursdays.\nBring <dice> & "friends".',
        city: 'Leeds',
        country: 'United Kingdom',
        members: 42,
        website: 'https://legion.example',
        url: 'https://battles.example/clubs/northern-legion',
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

  test('slug (string): Short name used in the club web address', async () => {
    const { slug, url } = await data(CLUB);
    expect(slug).toBe('northern-legion');
    expect(url.endsWith(`/clubs/${slug}`)).toBe(true);
  });

  test('name (string): Club name', async () => {
    expect((await data(CLUB)).name).toBe('Northern Legion');
  });

  test('description (string): Plain text description written by the club', async () => {
    expect((await data(CLUB)).description).toBe('We meet on Thursdays.\nBring <dice> & "friends".');
    expect((await data(BARE)).description).toBe('');
  });

  test('city (string | null): Town or city', async () => {
    expect(await data(CLUB)).toHaveProperty('city', 'Leeds');
    expect(await data(BARE)).toHaveProperty('city', null);
  });

  test('country (string | null): Country name', async () => {
    expect(await data(CLUB)).toHaveProperty('country', 'United Kingdom');
    expect(await data(BARE)).toHaveProperty('country', null);
  });

  test('members (number): Number of members', async () => {
    expect((await data(CLUB)).members).toBe(42);
  });

  test("website (string | null): The club's own website, when it has one", async () => {
    expect(await data(CLUB)).toHaveProperty('website', 'https://legion.example');
    expect(await data(BARE)).toHaveProperty('website', null);
  });

  test('url (string): Link to the club page', async () => {
    await load(club({ slug: 'dés&co' }));
    expect((await data(CLUB)).url).toBe('https://battles.example/clubs/northern-legion');
    expect((await data('/api/v1/clubs/d%C3%A9s&co')).url).toBe('https://battles.example/clubs/d%C3%A9s%26co');
  });
});
