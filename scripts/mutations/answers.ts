import { inFile, type Mutation } from './mutation.js';

/** Rules of what REST and GraphQL answer: pages, dates, cursors, fields, visibility, names. */
export const ANSWERS: Mutation[] = [
  ...inFile('src/paging/page.ts', [
    ['default page size: 20', 'PAGE_SIZE = 20', 'PAGE_SIZE = 21', 'spec/25-limits.db'],
    ['limit must be a positive integer', 'size < 1)', 'size < 0)', 'spec/12-pagination.db graphql/argument-errors.db'],
    ['limit must not exceed 100', 'size > PAGE_SIZE_MAX)', 'size > PAGE_SIZE_MAX + 1)', 'spec/25-limits.db'],
    [
      'last with a first other than its default is refused',
      'first != null && first !== PAGE_SIZE',
      'false',
      'graphql/connection.db',
    ],
    ['a cursor expires', 'opened.readUIntBE(0, EXPIRY_BYTES) < now()', 'false', 'spec/25-limits.db'],
    [
      'a cursor is signed',
      'timingSafeEqual(sign(each.content, each.secret), signature)',
      'true',
      'spec/12-pagination.db paging/page',
    ],
    [
      'a cursor is bound to listing and filters',
      '.equals(digest(scope))',
      '.equals(digest(scope)) && false',
      'spec/12-pagination.db graphql/paging.db',
    ],
    ['a cursor has one spelling', "bytes.toString('base64url') !== cursor", 'false', 'paging/page'],
    [
      'a cursor whose secret was rotated out is gone',
      'throw errors.otherEpoch();',
      'throw errors.invalidCursor(argument);',
      'paging/cursor-secrets.db',
    ],
  ]),
  ...inFile('src/paging/date-window.ts', [
    ['from must not be after to', 'from > to)', 'false)', 'spec/24-errors.db paging/date-window'],
    [
      'the date range must not exceed one year',
      'oneYearBefore(to) > from',
      'oneYearBefore(oneYearBefore(to)) > from',
      'spec/25-limits.db',
    ],
    ['a date is a day of the calendar', '&& date.toISOString().startsWith(text)', '', 'paging/date-window'],
    ['a date is of the years 1 to 9999', "|| text < '0001'", '', 'paging/date-window'],
  ]),
  ...inFile('src/rest/parameters.ts', [
    [
      'a number is digits alone',
      '!/^\\d+$/.test(text)',
      '!/^-?[\\d.]+/.test(text)',
      'spec/12-pagination.db rest/parameters.db',
    ],
    ['a parameter given twice is read as both', "values.join(',')", 'values[0]', 'spec/12-pagination.db'],
    [
      'status must be one of planned, ongoing, finished',
      'if (isEnumType(type)) {',
      'if (!isEnumType(type)) {',
      'spec/13-list-tournaments.db',
    ],
    [
      'percent-encoding is decoded once',
      'return decodeURIComponent(text);',
      'return decodeURIComponent(decodeURIComponent(text));',
      'spec/14-one-tournament.db',
    ],
  ]),
  ...inFile('src/rest/route-answer.ts', [
    [
      'next carries the page size also where it was left out',
      'variables[name] ?? preset',
      'variables[name]',
      'spec/12-pagination.db',
    ],
    [
      'next is complete for a slug that has to be encoded',
      'encodeURIComponent(String(variables[name]))',
      'String(variables[name])',
      'spec/12-pagination.db',
    ],
    [
      'errors name the parameter',
      'parameter ? error.called(parameter.name) : error',
      'error',
      'spec/12-pagination.db spec/24-errors.db',
    ],
    ['a page that goes on is said in a Link header', 'rel="next"`]', 'rel="prev"`]', 'rest/http.db'],
  ]),
  ...inFile('src/errors.ts', [
    [
      'error body',
      'return { error: { status, message, code } };',
      'return { error: { message, code } };',
      'spec/24-errors.db',
    ],
    ['401 asks for Bearer', "{ 'www-authenticate': 'Bearer' }", '{}', 'spec/23-authentication.db'],
    ['405 lists the methods', "{ allow: allowed.join(', ') }", '{}', 'rest/http.db'],
    ['410 for a cursor of the change feed', '    410,', '    400,', 'paging/cursor-secrets.db'],
    [
      'unknown stage: which there are',
      ". This tournament has: ${stages.map(({ id }) => id).join(', ')}`",
      '`',
      'spec/15-standings.db',
    ],
    ['503 with Retry-After', "{ 'retry-after': '1' }, 'busy')", "{}, 'busy')", 'http/server.db entrance/overload.db'],
  ]),
  ...inFile('src/graphql/schema/tournament.ts', [
    ['a removed player is no longer an organiser', 'where: { name: { not: null } }, ', '', 'graphql/player.db'],
    [
      'organisers are sorted by name',
      "not: null } }, orderBy: { alphabetical: 'asc' } }",
      "not: null } }, orderBy: { alphabetical: 'desc' } }",
      'spec/02-tournament.db',
    ],
    ['winners are those in place 1', 'rank === 1)', 'rank !== null)', 'graphql/tournament.db'],
    ['no winner before the end', "if (status !== 'finished' || ", 'if (', 'graphql/tournament.db'],
    [
      'no winner without a result',
      ' || isUndecided(await competitionOf(context, slug, null))',
      '',
      'graphql/tournament.db',
    ],
  ]),
  ...inFile('src/graphql/schema/participant.ts', [
    ['group is null without a group stage', '(tournament.groups ? group : null)', 'group', 'spec/06-participant.db'],
    [
      'finalPlacement is null while running',
      "(tournament.status === 'finished' ? finalPlacement : null)",
      'finalPlacement',
      'spec/06-participant.db',
    ],
    [
      'a place where none was recorded',
      '(finalPlacement ?? derived?.place ?? null)',
      '(finalPlacement ?? null)',
      'db/places/recompute.db invalidation/places.db',
    ],
  ]),
  ...inFile('src/graphql/schema/battle-player.ts', [
    [
      'objectivePoints: decided by the battle pack',
      'pack?.scoresObjectives ? (objectivePoints ?? 0) : null',
      'objectivePoints',
      'spec/09-battle-player.db',
    ],
    [
      'battleTacticsScored: decided by the battle pack',
      'pack?.usesBattleTactics ? (battleTacticsScored ?? 0) : null',
      'battleTacticsScored',
      'spec/09-battle-player.db',
    ],
    [
      'grandStrategyScored is false where nothing was recorded',
      'grandStrategyScored ?? false',
      'grandStrategyScored ?? true',
      'spec/09-battle-player.db',
    ],
    ['rounds by round number', '.toSorted((a, b) => a.round - b.round)', '', 'spec/10-player-round.db'],
  ]),
  ...inFile('src/graphql/schema/battle.ts', [
    ['winner: null on a draw and without a result', "outcome === 'win'", 'outcome !== null', 'spec/11-states.db'],
    [
      'players of a battle are in the order of the sides',
      "orderBy: { position: 'asc' }",
      "orderBy: { position: 'desc' }",
      'spec/08-battle.db',
    ],
  ]),
  ...inFile('src/graphql/read/player-name.ts', [
    [
      '"Removed player" where a string is required',
      "name ?? 'Removed player'",
      "name ?? ''",
      'spec/06-participant.db spec/08-battle.db',
    ],
    ['a removed player has no id', 'name === null ? null : playerId', 'playerId', 'spec/09-battle-player.db'],
  ]),
  ...inFile('src/graphql/read/site-url.ts', [
    ['url of a page', '${encodeURIComponent(key)}', '${key}', 'spec/02-tournament.db'],
  ]),
  ...inFile('src/graphql/read/find-visible.ts', [
    ['what cannot be seen is a 404', 'if (row === null) throw errors.notFound(what);', '', 'spec/24-errors.db'],
    [
      'ids over REST: by the key of the specification',
      'keysOnly ? [key] :',
      'keysOnly ? candidateKeys(what, key) :',
      'graphql/filters.db',
    ],
  ]),
];
