// From the result of an operation to the body of the answer, compiled once from the shape of the operation.
import { getNamedType, getNullableType, isAbstractType, isListType } from 'graphql';
import type { Field, Shape } from './shape.js';

/** From a cursor to the address of the page it starts. */
export type Link = (cursor: string) => string;
export type Body = Record<string, unknown>;
type Write = (from: Body, to: Body, link: Link) => void;
type Convert = (value: unknown, link: Link) => unknown;

export function createBody(root: Shape): (data: Body, link: Link) => Body {
  const write = writeObject(root);
  return (data, link) => {
    const body: Body = {};
    write(data, body, link);
    return body;
  };
}

/** Made as source, where the engine sees every key: a loop over the fields takes several times as long. */
function writeObject({ fields }: Shape): Write {
  const inner = fields.map((field) => (field.inline ? writeOneOf(field.shapes) : convertValue(field)));
  const lines = fields.map((field, at) => writeField(field, `inner[${at}]`, inner[at] === AS_IT_IS));
  return new Function('inner', `return (from, to, link) => {\n${lines.join('\n')}\n}`)(inner);
}

function writeField({ key, inline, optional }: Field, inner: string, asItIs: boolean): string {
  const [from, to] = [`from[${JSON.stringify(key)}]`, `to[${JSON.stringify(key)}]`];
  const line = inline ? `${inner}(${from}, to, link);` : `${to} = ${asItIs ? from : `${inner}(${from}, link)`};`;
  return inline || optional ? `if (${from} !== null) ${line}` : line;
}

const AS_IT_IS: Convert = (value) => value;

function convertValue(field: Field): Convert {
  if (field.link) return (cursor, link) => (cursor === null ? null : link(cursor as string));
  if (!field.shapes.some(differs) && !hasTypeName(field)) return AS_IT_IS;
  const write = writeOneOf(field.shapes);
  const convert: Convert = (value, link) => {
    if (value === null) return null;
    const body: Body = {};
    write(value as Body, body, link);
    return body;
  };
  if (!isListType(getNullableType(field.definition.type))) return convert;
  return (values, link) => values && (values as unknown[]).map((value) => convert(value, link));
}

function writeOneOf(shapes: Shape[]): Write {
  const [only] = shapes;
  if (only && shapes.length === 1) return writeObject(only);
  const byType = new Map(shapes.map((shape) => [shape.type.name, writeObject(shape)]));
  return (from, to, link) => byType.get(from.__typename as string)?.(from, to, link);
}

/** Whether a body differs from the result it is made of; where it does not, the result itself is the body. */
function differs({ fields }: Shape): boolean {
  return fields.some(
    (field) => field.inline || field.optional || field.link || hasTypeName(field) || field.shapes.some(differs),
  );
}

/** Whether the result also says of which type the value is, which is not for the body. */
function hasTypeName({ definition }: Field): boolean {
  return isAbstractType(getNamedType(definition.type));
}
