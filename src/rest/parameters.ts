// Converts the text of a URL to the variables of an operation. The schema decides which values are valid; here errors
// are only worded with the parameter's name.
import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLInt,
  type GraphQLNamedInputType,
  isEnumType,
  isScalarType,
} from 'graphql';
import { errors } from '../errors.js';
import type { Variables } from '../operations/run.js';

export type Parameter = {
  name: string;
  in: 'path' | 'query';
  type: GraphQLNamedInputType;
  /** True for several values separated by commas. */
  isList: boolean;
  required: boolean;
  /** The argument that the parameter sets, which has its description and bounds. */
  argument: GraphQLArgument;
  /** Default value, if any. */
  preset: unknown;
};

/** Parameter that takes the cursor of a `@link`. */
export const CURSOR = 'cursor';
/** The same for the change feed, which has no last page. */
export const SINCE = 'since';
/** None of these is two of them, and the message is that of any other text. */
const POSITIONS = [CURSOR, SINCE];

const INT_MAX = 2 ** 31 - 1;

export function readVariables(
  parameters: Parameter[],
  path: Record<string, string>,
  query: URLSearchParams,
): Variables {
  const variables: Variables = {};
  for (const parameter of parameters) {
    const { name, isList } = parameter;
    const texts = parameter.in === 'path' ? [decoded(path[name] ?? '')] : query.getAll(name);
    // As a list is written; of other types, only a text could be valid so.
    if (texts.length > 0) variables[name] = readValues(parameter, texts.join(','));
    else if (parameter.required) throw errors.missing(name);
    if (texts.length > 1 && !isList && !POSITIONS.includes(name)) throw errors.repeated(name);
  }
  return variables;
}

/** True for types whose values can be written in a URL. */
export function isReadable(type: GraphQLNamedInputType): boolean {
  return isEnumType(type) || (isScalarType(type) && !NOT_TEXT.includes(type.name));
}

/** Values of a list are separated by commas, so no value may contain one. */
export function isListable({ in: location, type }: Parameter): boolean {
  return location === 'query' && isEnumType(type);
}

const NOT_TEXT = ['Boolean', 'Float'];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw errors.badEncoding();
  }
}

function readValues(parameter: Parameter, text: string): unknown {
  return parameter.isList ? text.split(',').map((each) => readValue(parameter, each)) : readValue(parameter, text);
}

function readValue({ name, type }: Pick<Parameter, 'name' | 'type'>, text: string): unknown {
  if (type === GraphQLInt) {
    if (!/^\d+$/.test(text)) throw errors.notPositiveInteger(name);
    return Math.min(Number(text), INT_MAX);
  }
  return coerceInputValue(text, type, (_path, _value, { message }) => {
    if (isEnumType(type)) {
      throw errors.notOneOf(
        name,
        type.getValues().map((value) => value.name),
      );
    }
    throw errors.badRequest(`${name} ${message}`);
  });
}
