import { inFile, type Mutation } from './mutation.js';

/** Rules of what is read and imported, and of what is kept up to date. */
export const DATA: Mutation[] = [
  ...inFile('src/db/read/visibility.ts', [
    [
      'only published tournaments are exposed',
      '{ published: true };',
      '{};',
      'spec/01-service.db graphql/visibility.db',
    ],
    [
      'battles of unpublished tournaments',
      '{ tournament: TOURNAMENT }] };',
      '{ tournamentSlug: { not: null } }] };',
      'spec/01-service.db graphql/visibility.db',
    ],
    ['a removed player does not exist', '{ removed: false };', '{};', 'spec/21-player-battles.db'],
    [
      'archived battles are left out of listings',
      'archived: false, ',
      '',
      'spec/20-club-battles.db spec/21-player-battles.db',
    ],
  ]),
  ...inFile('src/db/read/listing.ts', [
    [
      'newest first',
      "const NEWEST = { newest: 'desc' };",
      "const NEWEST = { newest: 'asc' };",
      'spec/17-tournament-battles.db',
    ],
    [
      'participants are in alphabetical order',
      "const ALPHABETICAL = { alphabetical: 'asc' };",
      "const ALPHABETICAL = { alphabetical: 'desc' };",
      'spec/16-participants.db',
    ],
    [
      "a tournament's own listing has archived battles",
      "relation: 'battles', areVisible: true },",
      "relation: 'battles', areVisible: true },\n    where: { archived: false },",
      'spec/17-tournament-battles.db',
    ],
  ]),
  ...inFile('src/db/read/competition.ts', [
    [
      'an unfinished battle adds no win, draw or loss',
      "FILTER (WHERE ${s.outcome} = 'loss')",
      "FILTER (WHERE ${s.outcome} IS DISTINCT FROM 'win')",
      'graphql/standings-properties.db',
    ],
    [
      'the faction of the newest battle',
      'ORDER BY ${s.newest} DESC',
      'ORDER BY ${s.newest} ASC',
      'graphql/standings-board.db',
    ],
    [
      'victory points given away are taken off',
      '- coalesce(${o.victoryPoints}, 0)) AS "victoryPointsDiff"',
      '- 0) AS "victoryPointsDiff"',
      'spec/04-board-row.db',
    ],
    ['throughRound excludes later rounds', '${b.round} <= $2)', '${b.round} <= $2 + 1)', 'graphql/standings.db'],
  ]),
  ...inFile('prisma/migrations/20261121000300_visible_facets/migration.sql', [
    ['factions of archived battles do not count', ' AND NOT b."archived"', '', 'graphql/filters.db'],
    [
      'final standings are a board once it has finished',
      `t."status" = 'finished' THEN`,
      `t."status" = 'planned' THEN`,
      'graphql/filters.db',
    ],
    ['hidden final standings are no stage type', ` AND s."id" <> 'standings'`, '', 'graphql/filters.db'],
    ['the number of players of a tournament', 'count(*)::int AS "players"', '1 AS "players"', 'graphql/filters.db'],
  ]),
  ...inFile('prisma/migrations/20261118000900_club_factions/migration.sql', [
    [
      'the faction of a player, in publicly visible data',
      'WHERE b."tournament_slug" IS NULL OR t."published" GROUP BY',
      'GROUP BY',
      'graphql/filters.db',
    ],
    [
      'factions that a player signed up with',
      `, (facet('faction', s."faction"))) v("facet")`,
      ') v("facet")',
      'graphql/filters.db',
    ],
  ]),
  ...inFile('prisma/migrations/20261121000420_cheaper_writes/migration.sql', [
    [
      'connected to a club that runs the tournament',
      'coalesce(b."club_slug", t."club_slug") AS "host"',
      'b."club_slug" AS "host"',
      'spec/20-club-battles.db',
    ],
    [
      'connected to a club that a player represented',
      '(CASE WHEN f."first" IS DISTINCT FROM f."host" THEN f."first" END),',
      '',
      'spec/20-club-battles.db',
    ],
  ]),
  ...inFile('packages/bundle-format/src/kept.ts', [
    ['removed must be repeated', "new Set(['removed'])", 'new Set<string>([])', 'bundle/kept.db'],
    ['another name does not keep the id of the one before', 'isNamed ? WHO : []', '[]', 'bundle/kept.db'],
    [
      'a line that leaves a field out keeps it',
      '{ ...without(known, [...NEVER_KEPT]), ...record }',
      '{ ...record }',
      'bundle/kept.db',
    ],
  ]),
  ...inFile('packages/bundle-format/src/record-rules.ts', [
    ['a tournament ends after it starts', 'endDate < startDate', 'endDate < endDate', 'bundle-format/check'],
    ['players only on the knockout', "id !== 'knockout' && isGiven(players)", 'false', 'bundle-format/check'],
    ['only a removed player has no name', '!removed && !isGiven(name)', 'false', 'bundle-format/check'],
  ]),
  ...inFile('packages/bundle-format/src/points.ts', [
    ['battle points have at most four decimals', 'POINTS_DECIMALS = 4', 'POINTS_DECIMALS = 5', 'bundle-format/check'],
    ['battle points are at most a million', 'POINTS_MAX = 1_000_000', 'POINTS_MAX = 2_000_000', 'bundle-format/check'],
  ]),
  ...inFile('src/http/read-after.ts', [
    [
      'an invalid position is a 400',
      'position !== null && !POSITION.test(position)',
      'false',
      'invalidation/read-after.db',
    ],
    [
      'no-cache with If-None-Match is answered from memory',
      "call.header('if-none-match') === null && ",
      '',
      'invalidation/read-after.db',
    ],
    [
      'X-Read-After bypasses remembered answers',
      "return call.header('x-read-after') !== null ||",
      'return',
      'invalidation/read-after.db',
    ],
  ]),
  ...inFile('src/ratings/glicko2.ts', [['provisional above a deviation of 110', '110', '111', 'ratings/glicko2']]),
];
