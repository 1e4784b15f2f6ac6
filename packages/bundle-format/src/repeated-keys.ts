// JSON.parse silently keeps the last of two equal keys. Lines without duplicates must be fast: keys are counted in the
// text and in the parsed value, and duplicates are located only if the counts differ.
import { PROBLEMS_MAX, type Problem } from './problem.js';

/** `value` is the result of JSON.parse for `text`. */
export function repeatedKeys(text: string, value: unknown): Problem[] {
  return countWritten(text) === countParsed(value) ? [] : locate(text);
}

function countWritten(text: string): number {
  let count = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const after = endOfString(text, open);
    if (text[afterSpace(text, after)] === ':') count += 1;
    open = text.indexOf('"', after);
  }
  return count;
}

function countParsed(value: unknown): number {
  let count = 0;
  const pending = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== 'object' || next === null) continue;
    const inner = Object.values(next);
    if (!Array.isArray(next)) count += inner.length;
    for (const one of inner) if (typeof one === 'object') pending.push(one);
  }
  return count;
}

type Frame = { path: string; keys: Set<string> | null; key: string; index: number };

function locate(text: string): Problem[] {
  const problems: Problem[] = [];
  const frames: Frame[] = [];
  const child = (frame?: Frame) => {
    if (!frame) return '';
    if (!frame.keys) return `${frame.path}[${frame.index}]`;
    return frame.path ? `${frame.path}.${frame.key}` : frame.key;
  };
  for (let at = 0; at < text.length && problems.length < PROBLEMS_MAX; at++) {
    const frame = frames.at(-1);
    const character = text[at];
    if (character === '{' || character === '[') {
      frames.push({ path: child(frame), keys: character === '{' ? new Set() : null, key: '', index: 0 });
    } else if (character === '}' || character === ']') {
      frames.pop();
    } else if (character === ',' && frame) {
      frame.index += 1;
    } else if (character === '"') {
      const after = endOfString(text, at);
      if (frame?.keys && text[afterSpace(text, after)] === ':') {
        frame.key = JSON.parse(text.slice(at, after)) as string;
        if (frame.keys.has(frame.key)) problems.push({ path: child(frame), message: 'is written twice; keep one' });
        frame.keys.add(frame.key);
      }
      at = after - 1;
    }
  }
  return problems;
}

/** Index after the end of the string that begins at `open`. */
function endOfString(text: string, open: number): number {
  for (let quote = text.indexOf('"', open + 1); ; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return quote + 1;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\r' || text[at] === '\n') at += 1;
  return at;
}
