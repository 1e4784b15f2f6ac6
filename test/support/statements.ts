// What reaches the database, heard at the drivers, where the statements of Prisma and plain SQL look alike.
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Every SQL statement sent while `work` runs, in order, but for transaction brackets, settings and the beat of the change feed. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  listeners.add(heard);
  try {
    await work();
  } finally {
    listeners.delete(heard);
  }
  return heard.filter((text) => !/^(BEGIN|COMMIT|ROLLBACK|SET)|pg_current_snapshot/.test(text));
}

const listeners = new Set<string[]>();

function hear(text: string) {
  for (const heard of listeners) heard.push(text);
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function hearing(this: pg.Client, ...args: unknown[]) {
  const [statement] = args;
  hear(typeof statement === 'string' ? statement : String((statement as { text?: string }).text));
  return Reflect.apply(query, this, args);
};

/** The first byte of a message that brings a statement: Parse, with a name before the text, or simple Query. */
const PARSE = 0x50;
const QUERY = 0x51;
const HEADER_BYTES = 5;

const { execProtocolRaw } = PGlite.prototype;
PGlite.prototype.execProtocolRaw = function hearing(message, options) {
  const texts = new TextDecoder().decode(message.subarray(HEADER_BYTES)).split('\0');
  if (message[0] === PARSE) hear(String(texts[1]));
  if (message[0] === QUERY) hear(String(texts[0]));
  return execProtocolRaw.call(this, message, options);
};
