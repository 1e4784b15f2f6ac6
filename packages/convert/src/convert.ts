// From files to a checked bundle that says where it came from.
import { createHash } from 'node:crypto';
import { checkRecord } from '@battle-results/bundle-format/check';
import type { BundleRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import { unstorable } from '@battle-results/bundle-format/unstorable';
import type { Asked, Conversion, Converted, ConvertedEvent, Converter, FileProblem, SourceFile } from './converter.js';
import { getOrMake } from './get-or-make.js';
import { brokenLine } from './read/decode.js';
import { isZip } from './read/zip.js';

const FILE_BYTES_MAX = 64 * 1024 * 1024;
const ALL_BYTES_MAX = 1024 * 1024 * 1024;

export function convert(converter: Converter, files: SourceFile[], asked: Asked): Converted {
  const unread = [...sizeProblems(files), ...files.flatMap(brokenTexts)];
  if (unread.length > 0) return { records: [], events: [], problems: unread };
  const conversion = converter.convert(files, asked);
  const records = recordsOf(converter, conversion, asked);
  const wrong = [...conversion.problems, ...moreThanOne(conversion, asked)];
  // What a problem left incomplete would be refused again, in words of the bundle.
  const problems =
    wrong.length > 0
      ? wrong
      : [...wrongRecords(records, files), ...repeatedKeys(conversion), ...noEvent(conversion, files)];
  return {
    records: problems.length > 0 ? [] : records,
    events: conversion.events,
    problems: firstOfEach(problems),
  };
}

/** Problems of a file that are reported: enough to see what is wrong with it. */
const PROBLEMS_MAX = 300;

/** The first problems of each file, and how many more it has. */
function firstOfEach(problems: FileProblem[]): FileProblem[] {
  const counts = new Map<string, number>();
  const first = problems.filter(({ file }) => {
    const count = (counts.get(file) ?? 0) + 1;
    counts.set(file, count);
    return count <= PROBLEMS_MAX;
  });
  const more = [...counts].filter(([, count]) => count > PROBLEMS_MAX);
  return [
    ...first,
    ...more.map(([file, count]) => ({ file, at: '', message: `has ${count - PROBLEMS_MAX} more problems` })),
  ];
}

function sizeProblems(files: SourceFile[]): FileProblem[] {
  const problem = (file: string, bytes: number) => ({
    file,
    at: '',
    message: `is larger than ${bytes / 1024 / 1024} MB, which is the most that is read`,
  });
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  return [
    ...files.filter(({ bytes }) => bytes.length > FILE_BYTES_MAX).map(({ name }) => problem(name, FILE_BYTES_MAX)),
    ...(total > ALL_BYTES_MAX ? [problem('all files together', ALL_BYTES_MAX)] : []),
  ];
}

function recordsOf(converter: Converter, { clubs, players, events }: Conversion, asked: Asked): BundleRecord[] {
  const hashes = new Map<SourceFile, string>();
  const hashOf = (file: SourceFile) =>
    getOrMake(hashes, file, () => createHash('sha256').update(file.bytes).digest('hex'));
  return [
    ...eachOnce(clubs, ({ slug }) => slug),
    ...eachOnce(players, ({ id }) => id),
    ...packsOf(events),
    ...events.flatMap(({ tournament, battles, sourceId, files, notes }): BundleRecord[] => {
      const provenance = {
        source: converter.name,
        sourceId,
        sha256: files.map(hashOf),
        converter: `${converter.name} ${converter.version}`,
        readOn: asked.readOn,
        guessed: notes.guessed(),
        missing: notes.missing(),
      };
      return [{ ...tournament, provenance } satisfies TournamentRecord, ...battles];
    }),
  ];
}

/** The last of those with the same key. */
const eachOnce = <Each>(all: readonly Each[], keyOf: (each: Each) => string): Each[] => [
  ...new Map(all.map((each) => [keyOf(each), each])).values(),
];

/** A pack that the database has already stays as it is there. */
function packsOf(events: ConvertedEvent[]): BundleRecord[] {
  const names = new Set(events.flatMap(({ tournament: { battlePack } }) => (battlePack === null ? [] : [battlePack])));
  return [...names].map((name) => ({
    type: 'battlePack',
    name,
    scoresObjectives: false,
    usesBattleTactics: false,
    usesGrandStrategies: false,
  }));
}

/** What a person says holds for one event. */
function moreThanOne({ events }: Conversion, { stated }: Asked): FileProblem[] {
  if (events.length < 2 || Object.keys(stated).length === 0) return [];
  return [{ file: '--set', at: '', message: `is for one event, and the files hold ${events.length}` }];
}

/** Two files about one event, two events of the same name, or two battles of one id. */
function repeatedKeys({ events }: Conversion): FileProblem[] {
  const seen = new Map<string, ConvertedEvent>();
  const battleIds = new Set<string>();
  return events.flatMap((event) => {
    const { slug } = event.tournament;
    const file = event.files[0]?.name ?? '';
    const twice = event.battles.flatMap(({ id }) => {
      const isNew = !battleIds.has(id);
      battleIds.add(id);
      return isNew ? [] : [{ file, at: '', message: `holds two battles with the id ${id}` }];
    });
    const before = seen.get(slug);
    seen.set(slug, event);
    if (!before) return twice;
    return [{ file, at: '', message: `holds ${slug}, and so does ${before.files[0]?.name ?? 'another file'}` }];
  });
}

function noEvent({ events }: Conversion, files: SourceFile[]): FileProblem[] {
  return events.length > 0 ? [] : [{ file: files[0]?.name ?? '', at: '', message: 'holds no event' }];
}

/** A text that was cut off, or put together of two encodings: in any other, all its letters would be wrong. */
function brokenTexts({ name, bytes, encoding }: SourceFile): FileProblem[] {
  const line = encoding === undefined && !isZip(bytes) ? brokenLine(bytes) : null;
  return line === null ? [] : [{ file: name, at: `line ${line}`, message: BROKEN }];
}

const BROKEN =
  'has a broken letter, and the others are in UTF-8; is the file complete? If it is in another encoding, add --encoding';

function wrongRecords(records: BundleRecord[], files: SourceFile[]): FileProblem[] {
  const file = files.length === 1 ? (files[0]?.name ?? '') : 'the files';
  return records.flatMap((record) => {
    const key = 'slug' in record ? record.slug : 'id' in record ? record.id : record.name;
    return [...checkRecord(record).problems, ...unstorable(record)].map(({ path, message }) => ({
      file,
      at: `${record.type} ${key}`,
      message: path ? `${path} ${message}` : message,
    }));
  });
}
