import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes records to standard output as a bundle. */
export async function printRecords(records: Iterable<object>): Promise<void> {
  await pipeline(Readable.from(linesOf(records)), process.stdout, { end: false });
}

function* linesOf(records: Iterable<object>) {
  for (const record of records) yield `${JSON.stringify(record)}\n`;
}
