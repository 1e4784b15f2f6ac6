import { GraphQLError, Kind, print, type ValueNode } from 'graphql';
import { dayText } from '../../db/one-statement/day.js';
import { DATE_RULE } from '../../errors.js';
import { isCalendarDay } from '../../paging/date-window.js';
import { builder } from './builder.js';

builder.scalarType('Date', {
  description: 'A calendar day, local at the venue, in the form YYYY-MM-DD.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  extensions: { jsonSchema: { type: 'string', format: 'date' } },
  serialize: (day) => (day instanceof Date ? dayText(day) : day),
  parseValue: parseDay,
  parseLiteral: (node) => parseDay(node.kind === Kind.STRING ? node.value : null, node),
});

builder.scalarType('DateTime', {
  description: 'A moment in UTC, in the form 2026-04-18T09:30:00.000Z.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6',
  extensions: { jsonSchema: { type: 'string', format: 'date-time' } },
  serialize: (moment) => (moment instanceof Date ? moment.toISOString() : moment),
});

builder.scalarType('Metrics', {
  description:
    "Extra values tracked by the organiser, keyed by the organiser's name for them: numbers are totalled, yes/no " +
    'metrics are counted. An empty object when there is nothing extra.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  extensions: { jsonSchema: { type: 'object', additionalProperties: { type: 'number' } } },
  serialize: (metrics) => metrics,
});

/** For a variable, GraphQL itself puts its name in front of the message. */
function parseDay(value: unknown, written?: ValueNode): string {
  if (typeof value === 'string' && isCalendarDay(value)) return value;
  throw new GraphQLError(written ? `${print(written)} ${DATE_RULE}` : DATE_RULE, {
    nodes: written ?? null,
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}
