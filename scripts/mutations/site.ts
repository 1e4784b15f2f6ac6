import { inFile, type Mutation } from './mutation.js';

/** Rules of the site, its files for programs, and of what is for our own pages alone. */
export const SITE: Mutation[] = [
  ...inFile('src/site/endpoints.ts', [
    [
      'an address with capitals leads to small letters',
      'const small = slug.toLowerCase();',
      'const small = slug;',
      'site/pages.db',
    ],
    ['a page and a calendar at one address', 'isNotFound(error) ? later(call) : null', 'null', 'site/calendar.db'],
  ]),
  ...inFile('src/site/components/scored.ts', [
    [
      'battle points are a column only if one is not 0',
      'rows.some(({ battlePoints }) => battlePoints !== 0)',
      'true',
      'site/boards.db',
    ],
  ]),
  ...inFile('src/site/components/rows.tsx', [
    ['thousands of rows are rendered in pieces', 'AT_ONCE = 200', 'AT_ONCE = 400', 'site/rows'],
    ['which those of all tables of a page share', 'later.room -= now;', '', 'site/rows'],
  ]),
  ...inFile('src/site/components/board-table.tsx', [
    [
      'places before any result: none',
      'const isRanked = rows.some(hasResult) ||',
      'const isRanked = true ||',
      'site/results.db',
    ],
  ]),
  ...inFile('src/site/pages/battle.tsx', [
    [
      'army lists of a battle: of the battle or signed up with',
      'list ?? participant?.list ?? null',
      'list ?? null',
      'site/results.db',
    ],
  ]),
  ...inFile('src/site/exports/table-endpoint.ts', [
    [
      'a table that cannot be completed is cut off',
      '.catch(() => sink.cut())',
      '.catch(() => sink.end())',
      'site/tables.db',
    ],
  ]),
  ...inFile('src/site/live.ts', [
    [
      'a watched page rests for four times as long as it took',
      'PAUSE_FOR_EACH_MS * tookMs',
      '0 * tookMs',
      'site/live-pace',
    ],
  ]),
  ...inFile('src/db/read/sitemap-keys.ts', [
    ['the sitemap has no archived battles', 'where: LISTED_BATTLE }', 'where: VISIBLE.Battle }', 'site/sitemap.db'],
  ]),
  ...inFile('src/graphql/schema/schema.ts', [
    [
      'what is for our own pages is not in the schema of callers',
      "!('internal' in (extensions ?? {}))",
      'true',
      'site/sitemap.db',
    ],
  ]),
];
