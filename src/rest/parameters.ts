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

const INT_MAX = 2 ** 31 - 1;

export function readVariables(
  parameters: Parameter[],
  path: Record<string, string>,
  query: URLSearchParams,
): Variables {
  const variables: Variables = {};
  for (const parameter of parameters) {
    const text = parameter.in === 'path' ? decoded(path[parameter.name] ?? '') : given(query, parameter.name);
    if (text !== undefined) variables[parameter.name] = readValues(parameter, text);
    else if (parameter.required) throw errors.missing(parameter.name);
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

/** A parameter given several times is read as its values joined by commas, as a list is written. */
function given(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length > 0 ? values.join(',') : undefined;
}

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
