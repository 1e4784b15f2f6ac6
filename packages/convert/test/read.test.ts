import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../src/read/csv.js';
import { UnreadableError } from '../src/read/unreadable.js';
import { childOf, parseXml } from '../src/read/xml.js';
import { readZip } from '../src/read/zip.js';
import { zipFile } from './support/zip-file.js';

const utf16 = (text: string, bigEndian = false) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

describe('a table as text', () => {
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from('Jörg;Łukasz')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffJörg;Łukasz')],
    ['UTF-16', utf16('\ufeffJörg;Łukasz')],
    ['UTF-16, big end first', utf16('\ufeffJörg;Łukasz', true)],
    ['UTF-16 without a mark', utf16('Jörg;Łukasz')],
  ])('is read in %s', (_encoding, bytes) => {
    expect(readCsv({ bytes }).rows).toStrictEqual([['Jörg', 'Łukasz']]);
  });

  test.each([
    ['a,b\n1,2\n', ['a|b', '1|2']],
    ['a;b\r\n1,5;2,5\r\n', ['a|b', '1,5|2,5']],
    ['a\tb\n1\t', ['a|b', '1|']],
    ['a,b\n"x, ""y""\nz",2', ['a|b', 'x, "y"\nz|2']],
    ['sep=;\na;b', ['', 'a|b']],
    ['"Spring, the Clash";;\nName;Club;R1\nAnn;;2,5', ['Spring, the Clash||', 'Name|Club|R1', 'Ann||2,5']],
  ])('finds its delimiter: %j', (text, rows) => {
    expect(readCsv({ bytes: Buffer.from(text) }).rows.map((cells) => cells.join('|'))).toStrictEqual(rows);
  });

  test('with a quotation mark that is never closed is refused', () => {
    expect(() => readCsv({ bytes: Buffer.from('a,b\n"c,d\n') })).toThrow(
      new UnreadableError('row 2 has a quotation mark that is never closed'),
    );
  });

  test.each([
    ['a\nb\n"c', 'row 3 has a quotation mark that is never closed'],
    ['a\nb\nc\nd\n"e', 'has more than 3 rows'],
    ['a,b\nc,d,e,"f', 'has more than 2 columns'],
  ])('is read up to its bounds: %j', (text, problem) => {
    expect(readCsv({ bytes: Buffer.from('a,b\nc\nd\n') }, { rows: 3, columns: 2 }).rows).toHaveLength(3);
    expect(() => readCsv({ bytes: Buffer.from(text) }, { rows: 3, columns: 2 })).toThrow(new UnreadableError(problem));
  });
});

describe('XML', () => {
  test('a name, an attribute or a tag without end is read as fast as anything else', () => {
    expect(() => parseXml(`<${'a'.repeat(1_000_000)}`)).toThrow(UnreadableError);
    expect(() => parseXml(`<a ${'b="" '.repeat(2_000_000)}`)).toThrow(UnreadableError);
    expect(parseXml(`<a ${'b'.repeat(1_000_000)}/>`).name).toBe('a');
  });

  test('is a tree of elements, attributes and text, with the line of each', () => {
    const root = parseXml('<?xml version="1.0"?>\n<!-- <a> -->\n<x:a b="1 &lt; 2">\n<c/>t&#228;<![CDATA[<&]]></x:a>');
    expect(root).toMatchObject({ name: 'a', attributes: { b: '1 < 2' }, text: '\ntä<&', line: 3 });
    expect(childOf(root, 'c')).toMatchObject({ name: 'c', line: 4 });
  });

  test.each([
    [
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'line 1: has a document type, which is not read',
    ],
    ['<a>&x;</a>', 'line 1: &x; is not a character that XML knows'],
    ['<a>\n<b></a>', 'line 2: </a> closes nothing'],
    ['<a><b>', 'line 1: <b> is never closed'],
    ['hello', 'line 1: is not XML'],
    ['<a b="1>', 'line 1: is not XML'],
    ['<a/>\n<b/>', 'line 2: <b> begins a second document'],
    ['<a/>\nmore', 'line 2: has text outside of <a>'],
    ['<a>'.repeat(300), 'line 1: is more than 200 levels deep'],
  ])('is refused: %s', (text, message) => {
    expect(() => parseXml(text)).toThrow(new UnreadableError(message));
  });
});

test('XML of more elements than a bound is refused', () => {
  expect(parseXml('<a>\n<b/></a>', 2).children).toHaveLength(1);
  expect(() => parseXml('<a>\n<b/><b/></a>', 2)).toThrow(new UnreadableError('line 2: has more than 2 elements'));
});

describe('a zip archive', () => {
  test('gives its entries by name', () => {
    const entries = readZip(zipFile({ 'a.txt': 'one', '../b.txt': 'two' }));
    expect(entries.map(({ name, read }) => [name, Buffer.from(read()).toString()])).toStrictEqual([
      ['a.txt', 'one'],
      ['../b.txt', 'two'],
    ]);
  });

  test('is not unpacked beyond a bound', () => {
    const [entry] = readZip(zipFile({ bomb: '0'.repeat(3 * 1024 * 1024) }));
    expect(() => entry?.read(1024 * 1024)).toThrow(new UnreadableError('unpacks to more than 1 MB'));
    const stored = Buffer.from(zipFile({ a: 'stored' }));
    const central = stored.lastIndexOf('PK\u0001\u0002');
    for (const header of [0, central + 2]) stored.writeUInt16LE(0, header + 8);
    stored.writeUInt32LE(crc32(deflateRawSync('stored')), central + 16);
    const [plain] = readZip(stored);
    expect(plain?.read(8)).toHaveLength(8);
    expect(() => plain?.read(7)).toThrow(UnreadableError);
  });

  test('that is cut short or damaged is refused', () => {
    const bytes = zipFile({ a: 'one' });
    expect(() => readZip(bytes.subarray(0, -5))).toThrow(UnreadableError);
    const damaged = Buffer.from(bytes);
    damaged.fill(0xff, 31, 36);
    expect(() => readZip(damaged)[0]?.read()).toThrow(UnreadableError);
    // One letter is another, and the archive can be unpacked all the same.
    const changed = Buffer.from(zipFile({ a: 'one' }));
    const stored = Buffer.from(zipFile({ a: 'two' }));
    stored.subarray(30, 36).copy(changed, 30);
    expect(() => readZip(changed)[0]?.read()).toThrow(new UnreadableError('is a damaged zip archive'));
  });
});
