// Reads XML into a tree. It refuses a document type, and with it every entity of a document's own, knows no addresses,
// and bounds the depth and the number of elements: what is left is linear in the size of the text.
import { decodeText, type Encoded, encodingNamed, NOT_UNICODE } from './decode.js';
import { UnreadableError } from './unreadable.js';

export type XmlElement = {
  /** Without its namespace prefix. */
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  /** All text directly in it. */
  text: string;
  /** Line on which it begins, from 1. */
  line: number;
};

const DEPTH_MAX = 200;
/** Each takes many times the memory of its text. */
const ELEMENTS_MAX = 2_000_000;
// No text can be matched in two ways: a pattern that tries another would take time by the square of the size.
const MARKUP =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[([\s\S]*?)\]\]>|\?[\s\S]*?\?>|(\/?)([^\s/<>!?"'=]+)(?=[\s/>])([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>)/y;
const ATTRIBUTE = /(?<![^\s"'])([^\s=/"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export function readXml({ bytes, encoding }: Encoded): XmlElement {
  const { text, guess } = decodeText({ bytes, encoding: encoding ?? declaredIn(bytes) });
  if (guess) throw new UnreadableError(`line 1: ${NOT_UNICODE}`);
  return parseXml(text);
}

function declaredIn(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const name = /^<\?xml[^>]* encoding *= *["']([\w.:-]+)["']/.exec(head)?.[1];
  const encoding = name === undefined ? null : encodingNamed(name);
  // One that says UTF-8 and is not tells nothing.
  return encoding === null || encoding === 'utf-8' ? undefined : encoding;
}

export function parseXml(text: string, elementsMax = ELEMENTS_MAX): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '', line: 1 };
  const open = [top];
  let line = 1;
  let elements = 0;
  const wrong = (why: string) => new UnreadableError(`line ${line}: ${why}`);
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; ) {
    const inside = open.at(-1) as XmlElement;
    const next = text.indexOf('<', at);
    const plain = text.slice(at, next < 0 ? text.length : next);
    inside.text += unescaped(plain, wrong);
    line += linesIn(plain);
    if (next < 0) break;
    if (text.startsWith('<!DOCTYPE', next)) throw wrong('has a document type, which is not read');
    MARKUP.lastIndex = next;
    const found = markupAt(text);
    if (!found) throw wrong('is not XML');
    const [markup, data, slash, tag, rest = ''] = found;
    if (data !== undefined) inside.text += data;
    if (tag !== undefined && slash === '/') {
      if (open.length < 2 || inside.name !== localName(tag)) throw wrong(`</${tag}> closes nothing`);
      open.pop();
    } else if (tag !== undefined) {
      const element = { name: localName(tag), attributes: attributesOf(rest, wrong), children: [], text: '', line };
      inside.children.push(element);
      elements += 1;
      if (elements > elementsMax) throw wrong(`has more than ${elementsMax} elements`);
      if (!rest.endsWith('/')) open.push(element);
      if (open.length > DEPTH_MAX) throw wrong(`is more than ${DEPTH_MAX} levels deep`);
    }
    line += linesIn(markup);
    at = next + markup.length;
  }
  const [root, another] = top.children;
  if (open.length > 1) throw wrong(`<${open.at(-1)?.name}> is never closed`);
  if (!root) throw new UnreadableError('line 1: is not XML');
  if (another) throw new UnreadableError(`line ${another.line}: <${another.name}> begins a second document`);
  if (top.text.trim() !== '') throw new UnreadableError(`line ${line}: has text outside of <${root.name}>`);
  return root;
}

/** Null also for a tag with so many attributes that the pattern has no room for them. */
function markupAt(text: string): RegExpExecArray | null {
  try {
    return MARKUP.exec(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

function attributesOf(text: string, wrong: (why: string) => UnreadableError): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', one, two] of text.matchAll(ATTRIBUTE)) {
    attributes[name] = unescaped(one ?? two ?? '', wrong);
  }
  return attributes;
}

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string, wrong: (why: string) => UnreadableError): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,20}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : null;
    if (code !== null && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
    const character = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
    if (character === undefined) throw wrong(`${whole} is not a character that XML knows`);
    return character;
  });
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
