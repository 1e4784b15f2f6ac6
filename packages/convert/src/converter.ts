// What a converter is: a pure function from files to events. It neither opens files nor knows the database; convert.ts
// makes records of the events, says where they came from, and checks them.
import type {
  BattleRecord,
  BundleRecord,
  ClubRecord,
  PlayerRecord,
  TournamentRecord,
} from '@battle-results/bundle-format/record';
import type { Notes } from './notes.js';

/** A file by its name, without folders. */
export type SourceFile = {
  name: string;
  bytes: Uint8Array;
  /** Of its text, as the person who converts says, where that is not in Unicode. */
  encoding?: string | undefined;
};

/** Where in a file: a cell such as "Results!C4", a line, or a path such as "teams[3].name"; empty for the whole file. */
export type FileProblem = { file: string; at: string; message: string };

/** Tells of a problem in a file. */
export type Say = (at: string, message: string) => void;

export const sayingIn =
  (file: SourceFile, problems: FileProblem[]): Say =>
  (at, message) =>
    void problems.push({ file: file.name, at, message });

/** Nothing is left out: an omitted field would keep what an earlier reading of the file has left in the database. */
export type Whole<Value> = Value extends object ? { [Key in keyof Value]-?: Whole<Value[Key]> } : Value;

/** The public player id of somebody whom a source knows by this id, or, in sources without ids, by this name. */
export type Aliases = (source: string, idOrName: string) => string | null;

/** The award for a bye of which the source tells no result. */
export type ByeAward = { outcome: 'win' | 'draw' | 'loss'; battlePoints: number | null };

/** Fields of a tournament, the number of rounds and what a bye counts. */
export type Stated = Partial<Omit<TournamentRecord, (typeof NOT_STATED)[number]>> & {
  rounds?: number;
  byes?: ByeAward;
};
/** What only a converter can tell. None reads groups, without which a tournament of groups has an empty board. */
export const NOT_STATED = [
  'type',
  'provenance',
  'stages',
  'teams',
  'participants',
  'bracketMatches',
  'organizers',
  'groups',
] as const;

export type Asked = {
  /** Day of the conversion, YYYY-MM-DD. */
  readOn: string;
  /** What the person who converts says about the tournament; it takes precedence over the file. */
  stated: Stated;
  aliases: Aliases;
};

export type ConvertedEvent = {
  /** `listsFrom` is left out where the source does not say it: what the operator has decided is kept. */
  tournament: Whole<Omit<TournamentRecord, 'provenance' | 'listsFrom'>> & Pick<TournamentRecord, 'listsFrom'>;
  battles: Whole<BattleRecord>[];
  /** Id of the event in its source; null when it has none there. */
  sourceId: string | null;
  files: SourceFile[];
  notes: Notes;
};

export type Conversion = {
  events: ConvertedEvent[];
  /** Somebody who is in several events may be here several times, and so may a club. */
  players: Whole<PlayerRecord>[];
  /** Only the name of each: what the database knows of a club stays. */
  clubs: Pick<ClubRecord, 'type' | 'slug' | 'name'>[];
  /** All of them, so that a person can correct the file in one go; convert.ts limits them. With any, nothing is written. */
  problems: FileProblem[];
};

export type Converter = {
  /** FROM on the command line, and `source` in the provenance. */
  name: string;
  /** Changes whenever the same file gives other records. */
  version: number;
  /** What it reads, for the list of converters. */
  reads: string;
  convert(files: SourceFile[], asked: Asked): Conversion;
};

export const emptyConversion = (): Conversion => ({ events: [], players: [], clubs: [], problems: [] });

/** For sources in which each file is one event. */
export const eachFile =
  (convertFile: (file: SourceFile, asked: Asked, conversion: Conversion) => void): Converter['convert'] =>
  (files, asked) => {
    const conversion = emptyConversion();
    for (const file of files) convertFile(file, asked, conversion);
    return conversion;
  };

export type Converted = { records: BundleRecord[]; events: ConvertedEvent[]; problems: FileProblem[] };
