import { inFile, type Mutation } from './mutation.js';

/** Rules of boards, brackets and final standings. */
export const STANDINGS: Mutation[] = [
  ...inFile('src/standings/ranking.ts', [
    ['full ties share a rank', 'const rank = above + 1;', 'const rank = (above += 1);', 'spec/04-board-row.db'],
    ['after a tie of two the next rank is skipped', 'above += tied.length;', 'above += 1;', 'spec/04-board-row.db'],
    ['full ties are in order of name', '|| byName(a.candidate, b.candidate)', '', 'standings/swiss-board'],
    ['more is better', 'return mine > theirs ? -1 : 1;', 'return mine > theirs ? 1 : -1;', 'standings/swiss-board'],
    ['who has no battle comes last', 'Number(!a) - Number(!b)', 'Number(!b) - Number(!a)', 'standings/swiss-board'],
  ]),
  ...inFile('src/standings/swiss-board.ts', [
    [
      'a player who has not taken part has no rank',
      'hasTakenPart(figures) ? tie',
      'figures ? tie',
      'standings/swiss-board',
    ],
    ['who is on placement-swiss', 'hasTakenPart(figuresOf(id))', 'Boolean(figuresOf(id))', 'standings/swiss-board'],
    ['order of groups: by number', 'numeric: true', 'numeric: false', 'standings/swiss-board'],
    [
      'a player without a group is not listed',
      'contenders.filter((contender) => contender.group === group)',
      'contenders.filter((contender) => (contender.group ?? group) === group)',
      'spec/15-standings.db standings/swiss-board',
    ],
  ]),
  ...inFile('src/standings/unplayed.ts', [
    [
      'a bye counts from its round on',
      'throughRound !== null && award.round > throughRound',
      'throughRound !== null && award.round < throughRound',
      'standings/unplayed',
    ],
    [
      'a bye gives no victory points away',
      'victoryPointsDiff + (victoryPoints ?? 0)',
      'victoryPointsDiff',
      'standings/unplayed',
    ],
  ]),
  ...inFile('src/standings/team-match.ts', [
    ['battles within a team are in no match', ' || one === other ?', ' ?', 'standings/teams'],
    [
      'a match is undecided while a battle is',
      'if (sides[0].outcome === null) match.isUnfinished = true;',
      '',
      'standings/teams',
    ],
    ['a match is a draw up to the range', 'Math.abs(lead) <= (', 'Math.abs(lead) < (', 'standings/teams'],
    ['without battle points battles won decide', ': side.battlesWon + side.battlesDrawn / 2', ': 0', 'standings/teams'],
    ['a bye counts as what all awards say', 'awarded.size === 1 ?', 'awarded.size > 0 ?', 'standings/teams'],
  ]),
  ...inFile('src/standings/team-board.ts', [
    ['a match won is worth two drawn', '2 * figures.wins', 'figures.wins', 'standings/teams'],
    ['a board of a stage has its matches', 'match.stageId === stageId', 'true', 'standings/teams graphql/teams.db'],
    ['a team without a match has no rank', 'figures.matches > 0 ? rankedBy : null', 'rankedBy', 'standings/teams'],
  ]),
  ...inFile('src/standings/board-row.ts', [
    [
      'faction of the army list, where no battle has one',
      '(contender.faction || null)',
      'null',
      'graphql/standings-board.db',
    ],
    [
      'points are exact',
      'battlePoints: exactPoints(figures.battlePoints)',
      'battlePoints: figures.battlePoints',
      'standings/swiss-board',
    ],
  ]),
  ...inFile('src/standings/contender.ts', [
    ['a removed player on a board: no id', 'name === null ? null : playerId', 'playerId', 'spec/04-board-row.db'],
  ]),
  ...inFile('src/standings/bracket.ts', [
    [
      'bracket order: earliest round first',
      'a.roundNumber - b.roundNumber',
      'b.roundNumber - a.roundNumber',
      'spec/15-standings.db',
    ],
    ['bracket order: then by table', '|| a.table - b.table', '', 'spec/15-standings.db standings/bracket'],
    ['a match shows both players or none', 'if (!first || !second)', 'if (!first && !second)', 'standings/bracket'],
  ]),
  ...inFile('src/standings/bracket-place.ts', [
    ['a bye counts as a win', 'index < round ? WON', 'index < round ? LOST', 'standings/final-standings'],
    [
      'a match not played is better than a lost one',
      'const UNDECIDED = 1;',
      'const UNDECIDED = 0;',
      'standings/final-standings',
    ],
  ]),
  ...inFile('src/standings/band.ts', [
    ['placement-3 is for places from 3 on', 'from + placeOf.size - 1', 'from', 'standings/final-standings'],
    ['of two brackets the narrower decides', 'a.to - a.from - (b.to - b.from)', '0', 'standings/final-standings'],
    ['a stage for place 0 settles nothing', 'from >= 1', 'from >= 0', 'standings/final-standings'],
  ]),
  ...inFile('src/standings/place.ts', [
    ['the knockout takes precedence', '[-knockoutPlace]', '[0]', 'standings/final-standings'],
    ['a bracket gives the places it is for', 'Math.max(band.from, first)', 'first', 'standings/final-standings'],
    [
      'a full tie shares the best of its places',
      'places[0] ?? place',
      'places.at(-1) ?? place',
      'standings/final-standings',
    ],
    [
      'being in a bracket counts as having played',
      '...matches.flatMap<number>(pairing)',
      '',
      'standings/final-standings',
    ],
  ]),
  ...inFile('src/standings/final-standings.ts', [
    [
      'recorded placements decide',
      'finalPlacement ?? byMerit?.get(id) ?? null',
      'byMerit?.get(id) ?? null',
      'standings/final-standings spec/15-standings.db',
    ],
    [
      'places continue after the last that was recorded',
      'Math.max(last, placement), recorded.length)',
      'Math.max(last, 0), recorded.length)',
      'standings/final-standings',
    ],
  ]),
  ...inFile('src/standings/figures.ts', [
    ['figures of the final standings are totals', 'a.wins + b.wins', 'b.wins', 'spec/15-standings.db'],
    [
      'on the final standings Swiss rounds decide the faction',
      'a.stageId < b.stageId ? 1 : -1',
      'a.stageId < b.stageId ? -1 : 1',
      'standings/final-standings',
    ],
    [
      'opponents on the final standings: those of all stages',
      'b.opponentsWinsInAll',
      'b.opponentsWins',
      'graphql/standings-board.db',
    ],
  ]),
  ...inFile('src/standings/merit.ts', [
    [
      'placement Swiss goes before Swiss',
      "[boardPlaces('placement-swiss', competition), boardPlaces('swiss', competition)]",
      "[boardPlaces('swiss', competition)]",
      'standings/final-standings',
    ],
  ]),
  ...inFile('src/standings/stage.ts', [
    ['order of stages: as they are played', 'a.position - b.position', 'b.position - a.position', 'spec/03-stage.db'],
    [
      'standings exists only once finished',
      "status === 'finished' ? [...played",
      "status !== 'planned' ? [...played",
      'spec/03-stage.db standings/stage',
    ],
    [
      'final standings without a record',
      'stages.find(isFinal) ?? finalStage(slug)',
      '...stages.filter(isFinal)',
      'standings/stage',
    ],
    ['the stage that is furthest along', 'inOrder.findLast(', 'inOrder.find(', 'spec/15-standings.db'],
    ['otherwise the first stage', '?? inOrder[0];', '?? inOrder.at(-1);', 'spec/15-standings.db'],
    [
      'a match whose players are known is under way',
      'pairing(match).length > 0',
      'pairing(match).length > 2',
      'spec/15-standings.db',
    ],
    ['rounds: without standings', '(isFinal(stage) ? 0 :', '(isFinal(stage) ? 1 :', 'spec/02-tournament.db'],
  ]),
  ...inFile('src/graphql/read/find-standings.ts', [
    [
      'throughRound leaves later rounds out of a bracket',
      'match.roundNumber <= (throughRound ?? match.roundNumber)',
      'true',
      'graphql/standings.db',
    ],
    ['throughRound is positive', 'throughRound < 1', 'throughRound < 0', 'graphql/standings.db'],
    [
      'unknown stage: 404 with those there are',
      'if (!stage) throw errors.unknownStage(stageId, inOrder);',
      '',
      'spec/15-standings.db',
    ],
  ]),
];
