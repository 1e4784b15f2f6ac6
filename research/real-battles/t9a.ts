// Events of DarkSkyT9A/t9a-data: reports of New Recruit, reshaped and without names, a folder an event.
import type { ArmyListRecord } from '@battle-results/bundle-format/record';
import type { Asked, Conversion, Converter, FileProblem, SourceFile } from '@battle-results/convert';
import {
  type BattleFacts,
  blankParticipant,
  createNotes,
  makeEvent,
  opposite,
  outcomeOf,
  parseJson,
  readOrSay,
  slugOf,
} from '@battle-results/convert';

type List = { units?: { name: string; cost?: number; options?: { name: string }[] }[] };
type Report = {
  [Key in 'id' | 'playerOneId' | 'playerTwoId' | 'armyOne' | 'armyTwo']?: string | null;
} & { scoreOne?: number | null; scoreTwo?: number | null; armyListOne?: List | null; armyListTwo?: List | null } & {
  setup?: { deployment?: string; primary?: string } | null;
};
type MetaData = { _id: string; name: string; start?: string; end?: string; status?: number; type?: number };

/** Points that are shared in every battle of this game. */
const SHARED = 20;
/** What the tournaments of this game play; the files do not say it. */
const BATTLE_SIZE = 4500;
const STATUS = { 2: 'ongoing', 3: 'finished' } as const;
const TEAMS = 1;

export const t9a: Converter = {
  name: 't9a-data',
  version: 1,
  reads: 'a checkout of DarkSkyT9A/t9a-data',
  convert(files: SourceFile[], asked: Asked): Conversion {
    const conversion: Conversion = { events: [], players: [], clubs: [], problems: [] };
    const players = new Set<string>();
    for (const [folder, own] of byFolder(files)) convertEvent(folder, own, asked, conversion, players);
    conversion.players = [...players].map((id) => ({
      type: 'player',
      id,
      name: `Player ${id.slice(-8)}`,
      removed: false,
    }));
    return conversion;
  },
};

function byFolder(files: SourceFile[]): Map<string, SourceFile[]> {
  const folders = new Map<string, SourceFile[]>();
  for (const file of files) {
    const folder = file.name.slice(0, file.name.lastIndexOf('/'));
    const own = folders.get(folder);
    if (own) own.push(file);
    else folders.set(folder, [file]);
  }
  return folders;
}

function convertEvent(
  folder: string,
  files: SourceFile[],
  { stated }: Asked,
  { events, problems }: Conversion,
  players: Set<string>,
): void {
  const metaFile = files.find(({ name }) => name.endsWith('/metaData.json'));
  const meta = metaFile && readJson<MetaData>(metaFile, problems);
  if (!meta?.name) {
    problems.push({ file: folder, at: '', message: 'has no metaData.json with a name' });
    return;
  }
  const notes = createNotes();
  const entries = new Map<string, number>();
  const lists = new Map<number, Required<ArmyListRecord>>();
  const battles: BattleFacts[] = [];
  const enter = (player: string, list: List | null | undefined, faction: string | null | undefined) => {
    const entry = entries.get(player) ?? entries.size + 1;
    entries.set(player, entry);
    players.add(player);
    if (list?.units?.length && !lists.has(entry)) lists.set(entry, listOf(list.units, faction ?? ''));
    return entry;
  };
  for (const file of files) {
    if (file === metaFile) continue;
    const report = readJson<Report>(file, problems);
    if (!report) continue;
    const { playerOneId: one, playerTwoId: two, scoreOne, scoreTwo } = report;
    if (!one || !two || one === two) notes.miss(LEFT_OUT.opponent);
    else if (typeof scoreOne !== 'number' || typeof scoreTwo !== 'number') notes.miss(LEFT_OUT.result);
    else if (scoreOne + scoreTwo !== SHARED) notes.miss(LEFT_OUT.scoring);
    else {
      const outcome = outcomeOf(scoreOne, scoreTwo);
      battles.push({
        // A few have no id, and their file is named "undefined".
        id: report.id ?? `${folder}-${battles.length}`,
        date: meta.start?.slice(0, 10) ?? null,
        scenario: [report.setup?.deployment, report.setup?.primary].filter(Boolean).join(', ') || null,
        sides: [
          {
            entry: enter(one, report.armyListOne, report.armyOne),
            ...{ faction: report.armyOne ?? null, outcome, battlePoints: scoreOne },
          },
          {
            entry: enter(two, report.armyListTwo, report.armyTwo),
            ...{ faction: report.armyTwo ?? null, outcome: opposite(outcome), battlePoints: scoreTwo },
          },
        ],
      });
    }
  }
  if (meta.type === TEAMS) notes.miss('teams');
  notes.guess(`the points limit, ${BATTLE_SIZE}`);
  if (battles.length > 0) notes.guess('the day of each battle, the first of the event');
  events.push(
    makeEvent({
      facts: {
        slug: `${slugOf(meta.name) ?? 'event'}-${folder.slice(-6)}`,
        name: meta.name.trim().slice(0, 200),
        status: STATUS[meta.status as keyof typeof STATUS] ?? (battles.length > 0 ? 'ongoing' : 'planned'),
        startDate: meta.start?.slice(0, 10) ?? null,
        endDate: meta.end?.slice(0, 10) ?? null,
        battleSize: BATTLE_SIZE,
        tieBreakers: ['battlePoints', 'wins'],
      },
      stated,
      sourceId: meta._id,
      files,
      participants: [...entries].map(([playerId, entry]) => ({
        ...blankParticipant(entry),
        playerId,
        list: lists.get(entry) ?? null,
      })),
      battles,
      notes,
    }),
  );
}

export const LEFT_OUT = {
  opponent: 'reports without an opponent',
  result: 'reports without a result',
  scoring: 'reports with another scoring',
} as const;

const readJson = <Value>(file: SourceFile, problems: FileProblem[]): Value | null =>
  readOrSay(file.name, problems, () => parseJson(file) as Value);

function listOf(units: NonNullable<List['units']>, faction: string): Required<ArmyListRecord> {
  const lines = units.map(({ name, cost, options = [] }) => {
    const picked = options.map((option) => option.name).join(', ');
    return `${cost ?? 0} - ${name}${picked ? ` (${picked})` : ''}`;
  });
  const points = units.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
  return { faction, subFaction: '', points, battleTacticCards: [], text: lines.join('\n') };
}
