// One line a request.
import type { Log } from './log.js';
import type { Note } from './note.js';

/** `cut` when the caller did not wait for the answer, or could not have all of it. */
export type WriteRequest = (note: Note, status: number, ms: number, cut: boolean) => void;

/** What is asked all the time by machines, and of no interest unless one looks for it. */
const isQuiet = (route: string) => route.startsWith('/health/') || route === '/metrics';

/** Null when nobody would see them. */
export function requestLines(log: Log): WriteRequest | null {
  if (!log.isLevelEnabled('info')) return null;
  const quietToo = log.isLevelEnabled('debug');
  return (note, status, ms, cut) => {
    const quiet = isQuiet(note.route);
    if (!quiet || quietToo) log.writeLine(lineOf(note, quiet ? 'debug' : 'info', status, ms, cut));
  };
}

/**
 * By hand, for it is written more often than everything else: all words in it are ASCII, and none has anything that JSON
 * would escape.
 */
function lineOf(note: Note, level: string, status: number, ms: number, cut: boolean): string {
  const { id, method, route, operation, documentName, keyId, remembered } = note;
  const name = operation ?? documentName;
  return (
    `{"level":"${level}","time":${Date.now()},"pid":${process.pid},"id":"${id}","method":"${method}","route":"${route}"` +
    `${name === null ? '' : `,"operation":"${name}"`},"status":${status},"ms":${Math.round(ms * 100) / 100}` +
    `${keyId === null ? '' : `,"key":${keyId}`},"remembered":${remembered}${cut ? ',"cut":true' : ''},"msg":"request"}\n`
  );
}
