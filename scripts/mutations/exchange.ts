import { inFile, type Mutation } from './mutation.js';

/** Rules of what organisers bring, of backups, of keys and of commands. */
export const EXCHANGE: Mutation[] = [
  ...inFile('packages/convert/src/naf/rounds.ts', [
    [
      'a round ends where a coach would play twice',
      'game.players.some((player) => inRound.has(player))',
      'false',
      'convert/naf',
    ],
    [
      'rounds are left empty where there are more than any coach has played',
      'round > most ? null : rounds',
      'rounds',
      'convert/naf',
    ],
  ]),
  ...inFile('packages/convert/src/best-coast-pairings/score.ts', [
    [
      'total_games before the pairing',
      'orElse(rowScore(player.total_games, round), pairingScore(pairing, number))',
      'orElse(pairingScore(pairing, number), rowScore(player.total_games, round))',
      'convert/best-coast-pairings',
    ],
    [
      'the pairing before its metadata',
      "numberOf(game, 'points', 'gamePoints') ?? numberOf(meta, `p${number}-gamePoints`)",
      "numberOf(meta, `p${number}-gamePoints`) ?? numberOf(game, 'points', 'gamePoints')",
      'convert/score-order',
    ],
  ]),
  ...inFile('packages/convert/src/spreadsheet/award.ts', [
    ['who came has a win', "outcome: hasCome ? 'win' : 'loss'", "outcome: 'loss'", 'convert/organiser'],
  ]),
  ...inFile('packages/convert/src/spreadsheet/unplayed.ts', [
    [
      'results tell who came, before words and points',
      "if (outcome === 'win' || outcome === 'loss') {",
      'if (false) {',
      'convert/organiser',
    ],
    [
      'two words that fit together, before points',
      'theirs !== null && !isSaidTwice) return',
      'theirs !== null && false) return',
      'convert/organiser',
    ],
  ]),
  ...inFile('packages/convert/src/spreadsheet/list-files.ts', [
    ['a list is refused if the player already has one', 'person.list !== null', 'false', 'convert/spreadsheet'],
  ]),
  ...inFile('packages/convert/src/slug.ts', [
    ['two events of one name are told apart by their years', '`${slug}-${year}`', 'slug', 'convert/spreadsheet'],
  ]),
  ...inFile('packages/convert/src/aliases.ts', [
    ['two lines that disagree who is who', 'before !== playerId', 'false', 'convert/aliases'],
  ]),
  ...inFile('packages/convert/src/trf/write.ts', [
    ['a TRF has complete rounds', 'round && !side.outcome', 'false && !side.outcome', 'convert/trf'],
    ['a TRF has numbers without gaps', 'number: index + 1', 'number: entry', 'convert/trf'],
  ]),
  ...inFile('src/backup/restore.ts', [
    [
      'a restore without --replace needs a database without data and keys',
      'applied.length > 0 && !replace && !(await isUnused(sql))',
      'false',
      'backup/backup.db',
    ],
    ['after a restore clients must start over', 'new_feed_epoch(), ', '', 'backup/backup.db'],
    [
      'a backup of another release is refused',
      'known.name === name && known.checksum === checksum',
      'known.name === name',
      'backup/backup.db',
    ],
  ]),
  ...inFile('src/db/keys.ts', [
    [
      'activating a key removes the expiry',
      'lte: new Date() } }, data: { expiresAt: null } }',
      'lte: new Date() } }, data: {} }',
      'db/keys.db',
    ],
    [
      'a key that has expired is refused',
      'coalesce(k."expires_at" > now(), true)',
      'true',
      'db/keys.db entrance/key-usage.db',
    ],
  ]),
  ...inFile('src/cli/problem-text.ts', [
    ['problems name players', 'known?.get(side.entry ?? 0) ?? nameOf(side)', "''", 'cli/problem-text'],
  ]),
  ...inFile('src/cli/progress.ts', [
    ['progress is a line every ten seconds', 'PRINT_MS = 10_000', 'PRINT_MS = 20_000', 'cli/progress'],
  ]),
  ...inFile('packages/convert/src/read/code-page.ts', [
    [
      'of two code pages, by the words around the letters',
      ' || (lead === 0 && firstDiffering >= 0 && looksCentral(bytes))',
      '',
      'convert/encoding',
    ],
  ]),
  ...inFile('packages/convert/src/spreadsheet/merged.ts', [
    ['cells merged over rows hold in each row what the first has', 'cells[column] = text;', '', 'convert/spreadsheet'],
  ]),
  ...inFile('src/bundle/converted.ts', [
    [
      'a converter publishes and hides no tournament',
      'SET "published" = t."published"',
      'SET "published" = s."published"',
      'convert/import.db',
    ],
    [
      'battles that a file no longer has are deleted',
      'AND NOT EXISTS (SELECT FROM "staged_battle" s WHERE s."id" = b."id")',
      'AND false',
      'convert/import.db',
    ],
    [
      'the same files on another day change nothing',
      't."provenance" - \'readOn\' = s."provenance" - \'readOn\'',
      'false',
      'convert/import.db',
    ],
  ]),
  ...inFile('src/bundle/removal.ts', [
    ['the id of an erased player is replaced', "kind === 'player' && erase", 'false', 'bundle/removal.db'],
  ]),
  ...inFile('src/db/migrate.ts', [
    [
      'a database that a newer release line has migrated is refused',
      'row.line > RELEASE_LINE',
      'false',
      'db/migrate.db',
    ],
    ['a database of another branch is refused', 'if (pending[0]) {', 'if (false) {', 'db/migrate.db'],
  ]),
  ...inFile('src/db/doctor.ts', [
    ['the doctor changes nothing unless asked to', 'if (!keep) throw undo;', '', 'db/doctor.db'],
  ]),
  ...inFile('src/postgres-url.ts', [
    ['several hosts only with target_session_attrs', 'return servers === 1', 'return servers > 0', 'postgres-url'],
  ]),
];
