import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, club, load, tournament } from '../support/world.js';

const { app, db } = await openTestApp([
  club(),
  club({ slug: 'x.ics', name: 'Dotted' }),
  tournament({ club: 'northern-legion', status: 'planned', startDate: '2026-05-02', participants: ['Ann', 'Bo'] }),
  tournament({
    slug: 'spring.ics',
    club: 'x.ics',
    startDate: '2026-05-09',
    city: 'Le\u0007ed\u001bs\u0085\nYork; x',
  }),
  tournament({ slug: 'spring.csv' }),
]);

const get = async (path: string) => {
  const response = await app.fetch(new Request(`http://site.test${path}`));
  return {
    status: response.status,
    type: response.headers.get('content-type')?.split(';')[0],
    text: await response.text(),
  };
};

test('a calendar has no control characters but line breaks, which are escaped', async () => {
  const { text } = await get('/tournaments.ics');
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text).toContain('LOCATION:Le ed s \\nYork\\; x');
});

test('in every calendar an event has the time of its last change', async () => {
  const stamps = async () => {
    const paths = ['/tournaments.ics', '/clubs/northern-legion.ics', '/tournaments/spring-clash.ics'];
    const calendars = await Promise.all(paths.map(get));
    return new Set(calendars.map(({ text }) => /UID:spring-clash@.*\r\nDTSTAMP:(.*)\r\n/.exec(text)?.[1]));
  };
  const changedAt = async () => {
    const { body } = await app.graphql('{ tournament(slug: "spring-clash") { changedAt } }');
    return body.data.tournament.changedAt as string;
  };
  const loaded = await changedAt();
  expect(loaded).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  await load(db, [battle('b-1')]);
  expect(await changedAt()).toBe(loaded);
  await db.sql.query(`UPDATE tournament SET city = 'Leeds' WHERE slug = 'spring-clash'`);
  const moved = await changedAt();
  expect(moved > loaded).toBe(true);
  expect(await stamps()).toStrictEqual(new Set([moved.replace(/[-:]|\.\d+/g, '')]));
});

test('the page of a tournament and that of a club lead to their calendars', async () => {
  for (const path of ['/tournaments/spring-clash', '/clubs/northern-legion']) {
    const { text } = await get(path);
    const leading = [...text.matchAll(/<(a|link)\b[^>]* href="([^"]+\.ics)"/g)].map(([, tag, to]) => [tag, to]);
    expect(leading).toContainEqual(['a', `${path}.ics`]);
    expect(leading).toContainEqual(['link', `${path}.ics`]);
  }
  // Without a day there is nothing to put into one.
  expect((await get('/tournaments/spring.csv')).text).not.toContain('spring.csv.ics');
});

test('whatever its slug ends in, everything has a page and a calendar', async () => {
  for (const path of ['/clubs/x.ics', '/tournaments/spring.ics', '/tournaments/spring.csv']) {
    expect([path, await get(path)]).toMatchObject([path, { status: 200, type: 'text/html' }]);
  }
  for (const path of ['/clubs/x.ics.ics', '/tournaments/spring.ics.ics']) {
    expect([path, await get(path)]).toMatchObject([path, { status: 200, type: 'text/calendar' }]);
  }
});

test('an event that goes on until the last day that can be written has no end', async () => {
  await load(db, [tournament({ slug: 'last', startDate: '9999-12-30', endDate: '9999-12-31' })]);
  const { text } = await get('/tournaments/last.ics');
  expect(text.match(/^(DTSTART|DTEND).*$/gm)).toStrictEqual(['DTSTART;VALUE=DATE:99991230']);
});
