// Serialises the result of an operation to the text of the body, by functions compiled once from the operation's shape.
// The text comes in pieces, because joining a long list before it is encoded takes a third longer.
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, getNullableType, isEnumType, isListType } from 'graphql';
import type { Field, Shape } from './shape.js';

/** Converts a cursor to the URL of the page that it starts. */
export type Link = (cursor: string) => string;
export type Data = Record<string, unknown>;
type Text = (value: unknown, link: Link) => string;
type Members = (from: Data, link: Link) => string;

export function createBody(root: Shape): (data: Data, link: Link) => string[] {
  const write = writeRoot(root);
  return (data, link) => {
    const pieces: string[] = [];
    write(data, link, pieces);
    return ['{', ...pieces, '}'];
  };
}

/** Writes the members of the body itself, including those of inlined objects. Every entry of a list is a piece. */
function writeRoot({ fields }: Shape): (from: Data, link: Link, pieces: string[]) => void {
  const writers = fields.map(writeRootField);
  return (from, link, pieces) => {
    for (const write of writers) write(from, link, pieces);
  };
}

function writeRootField(field: Field): (from: Data, link: Link, pieces: string[]) => void {
  const { key, inline, optional, shapes } = field;
  const name = `${JSON.stringify(key)}:`;
  const inner = new Map(inline ? shapes.map((shape) => [shape.type.name, writeRoot(shape)]) : []);
  const only = inner.size === 1 ? [...inner.values()][0] : undefined;
  const isList = shapes.length > 0 && isListType(getNullableType(field.definition.type));
  const text = isList ? objectText(shapes) : valueText(field);
  return (from, link, pieces) => {
    const value = from[key];
    if (value === null && (inline || optional)) return;
    if (inline) {
      (only ?? inner.get((value as Data).__typename as string))?.(value as Data, link, pieces);
      return;
    }
    const start = pieces.length === 0 ? name : `,${name}`;
    if (!isList || value === null) {
      pieces.push(start + (value === null ? 'null' : text(value, link)));
      return;
    }
    const entries = value as unknown[];
    pieces.push(`${start}[`);
    for (let at = 0; at < entries.length; at += 1) pieces.push((at === 0 ? '' : ',') + text(entries[at], link));
    pieces.push(']');
  };
}

/** Serialises one object of these shapes, which contain no links to pages. */
export function textOf(shapes: Shape[]): (data: Data) => string {
  const text = objectText(shapes);
  return (data) => text(data, (cursor) => cursor);
}

function objectText(shapes: Shape[]): Text {
  const members = membersOfOneOf(shapes);
  return (value, link) => (value === null ? 'null' : `{${members(value as Data, link)}}`);
}

function membersOfOneOf(shapes: Shape[]): Members {
  const [only] = shapes;
  if (only && shapes.length === 1) return membersOf(only);
  const byType = new Map(shapes.map((shape) => [shape.type.name, membersOf(shape)]));
  return (from, link) => byType.get(from.__typename as string)?.(from, link) ?? '';
}

/** Generated source, in which the engine sees every key: a loop is slower (docs/figures.md). */
function membersOf({ fields }: Shape): Members {
  const inner = fields.map((field) => (field.inline ? membersOfOneOf(field.shapes) : valueText(field)));
  // After the first member that is always present, each one is preceded by a comma.
  const certain = fields.findIndex(({ inline, optional }) => !inline && !optional);
  const lines = fields.map((field, at) => {
    const add = (comma: string) => `text += ${memberSource(field, at, comma)};`;
    const follows = certain >= 0 && at > certain;
    const line = follows || at === 0 ? add(follows ? ',' : '') : `if (text === '') ${add('')} else ${add(',')}`;
    const wanted = field.inline ? `value !== null && (value = inner[${at}](value, link)) !== ''` : 'value !== null';
    return `value = from[${JSON.stringify(field.key)}]; ${field.inline || field.optional ? `if (${wanted}) { ${line} }` : line}`;
  });
  const source = `return (from, link) => { let text = '', value; ${lines.join('\n')} return text; }`;
  return new Function('inner', 'NEEDS_ESCAPING', source)(inner, NEEDS_ESCAPING);
}

/** Source of the text of a member. The common case is written inline, so that few strings are concatenated. */
function memberSource(field: Field, at: number, comma: string): string {
  if (field.inline) return comma ? `',' + value` : 'value';
  const name = `${comma}${JSON.stringify(field.key)}:`;
  if (field.constant !== undefined) return JSON.stringify(name + JSON.stringify(field.constant));
  const [start, quote, none] = [name, `${name}"`, `${name}null`].map((text) => JSON.stringify(text));
  const other = `${start} + inner[${at}](value, link)`;
  switch (formOf(field)) {
    case 'bare':
      return `${start} + value`;
    case 'whole':
      return `(value === null || (value | 0) === value ? ${start} + value : ${other})`;
    case 'number':
      return `(value === null || Number.isFinite(value) ? ${start} + value : ${other})`;
    case 'name':
      return `(value === null ? ${none} : ${quote} + value + '"')`;
    case 'text':
      return `(value === null ? ${none} : typeof value !== 'string' || NEEDS_ESCAPING.test(value) ? ${other} : ${quote} + value + '"')`;
    default:
      return other;
  }
}

function formOf({ link, shapes, definition }: Field): 'bare' | 'whole' | 'number' | 'name' | 'text' | 'other' {
  const type = getNullableType(definition.type);
  if (link || shapes.length > 0 || isListType(type)) return 'other';
  if (isEnumType(type)) return 'name';
  if (type === GraphQLBoolean) return 'bare';
  if (type === GraphQLInt) return 'whole';
  if (type === GraphQLFloat) return 'number';
  return 'text';
}

function valueText(field: Field): Text {
  if (field.link) return (cursor, link) => JSON.stringify(cursor === null ? null : link(cursor as string));
  const type = getNullableType(field.definition.type);
  // A value that is not such a number, which plain SQL can store by mistake, throws instead of being sent.
  if (type === GraphQLInt || type === GraphQLFloat)
    return (value) => `${value === null ? null : type.serialize(value)}`;
  if (field.shapes.length === 0) return leafText;
  return isListType(type) ? listText(field) : objectText(field.shapes);
}

function listText({ shapes }: Field): Text {
  const textOf = objectText(shapes);
  return (values, link) => {
    if (values === null) return 'null';
    let text = '[';
    for (const [at, value] of (values as unknown[]).entries()) text += (at === 0 ? '' : ',') + textOf(value, link);
    return `${text}]`;
  };
}

/** Most metrics are empty, and checking for that is faster than serialising them. */
function leafText(value: unknown): string {
  return typeof value === 'object' && value !== null && isEmpty(value) ? '{}' : JSON.stringify(value);
}

function isEmpty(value: object): boolean {
  for (const _ in value) return false;
  return !Array.isArray(value);
}

/** Characters that JSON may have to escape: quotes, backslashes, control characters, halves of surrogate pairs. */
const NEEDS_ESCAPING = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
