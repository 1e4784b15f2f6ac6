// Tournaments as a calendar (RFC 5545). Bytes and UIDs stay the same while the data does.

import { tournamentAt } from '../components/addresses.js';
import { locationOf } from '../components/words.js';
import type {
  CalendarEventFragment,
  CalendarQuery,
  CalendarQueryVariables,
  ClubCalendarQuery,
  ClubCalendarQueryVariables,
  TournamentCalendarQuery,
  TournamentCalendarQueryVariables,
} from '../operations.generated.js';
import { type RenderedBody, route, type Site } from '../route.js';

const TYPE = 'text/calendar; charset=utf-8';

export const tournamentsCalendar = route<CalendarQuery, CalendarQueryVariables>({
  path: '/tournaments.ics',
  operation: 'Calendar',
  variables: () => ({}),
  view: ({ ongoing, planned }, _asked, site) => calendar('Tournaments', [...ongoing.nodes, ...planned.nodes], site),
});

export const clubCalendar = route<ClubCalendarQuery, ClubCalendarQueryVariables>({
  path: '/clubs/{slug}.ics',
  operation: 'ClubCalendar',
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  view: ({ club }, _asked, site) => club && calendar(club.name, club.tournaments.nodes, site),
});

export const tournamentCalendar = route<TournamentCalendarQuery, TournamentCalendarQueryVariables>({
  path: '/tournaments/{slug}.ics',
  operation: 'TournamentCalendar',
  variables: ({ parameters: { slug = '' } }) => ({ slug }),
  // A calendar must have an event, and an event a date.
  view: ({ tournament }, _asked, site) =>
    tournament && tournament.startDate !== null ? calendar(tournament.name, [tournament], site) : null,
});

function calendar(name: string, tournaments: readonly CalendarEventFragment[], site: Site): RenderedBody {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Battle results//Tournaments//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...tournaments.flatMap((tournament) => event(tournament, site)),
    'END:VCALENDAR',
  ];
  return { type: TYPE, text: lines.map((line) => `${folded(line)}\r\n`).join('') };
}

function event(tournament: CalendarEventFragment, { url }: Site): string[] {
  const { slug, name, startDate, endDate, changedAt } = tournament;
  if (startDate === null) return [];
  const location = locationOf(tournament);
  const end = dayAfter(endDate ?? startDate);
  return [
    'BEGIN:VEVENT',
    `UID:${encodeURIComponent(slug)}@${new URL(url).host}`,
    `DTSTAMP:${compact(changedAt).replace(/:|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(startDate)}`,
    ...(end === null ? [] : [`DTEND;VALUE=DATE:${compact(end)}`]),
    `SUMMARY:${text(name)}`,
    ...(location === '' ? [] : [`LOCATION:${text(location)}`]),
    `URL:${url}${tournamentAt(slug)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

const compact = (date: string) => date.replaceAll('-', '');

/** DTEND is exclusive: the first day after the event. Null behind the year 9999, because years have four digits. */
function dayAfter(date: string): string | null {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.getUTCFullYear() > 9999 ? null : day.toISOString().slice(0, 10);
}

/** Control characters other than line breaks are not allowed, not even escaped. */
const text = (value: string) =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');

const LINE_BYTES = 75;

/** Folds a line into pieces of at most 75 bytes, never within a character. */
function folded(line: string): string {
  const pieces = [''];
  for (const character of line) {
    const last = pieces.length - 1;
    const room = last === 0 ? LINE_BYTES : LINE_BYTES - 1;
    if (Buffer.byteLength((pieces[last] ?? '') + character) > room) pieces.push(character);
    else pieces[last] += character;
  }
  return pieces.join('\r\n ');
}
