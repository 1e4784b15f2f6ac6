// From the text of an address to the variables of an operation. What a value may be is the schema's rule; here
// errors only name the parameter of the route.
import {
  coerceInputValue,
  type GraphQLArgument,
  GraphQLInt,
  type GraphQLNamedInputType,
  isEnumType,
  isScalarType,
} from 'graphql';
import { errors } from '../errors.js';

export type Parameter = {
  name: string;
  in: 'path' | 'query';
  type: GraphQLNamedInputType;
  /** Of several values with commas between. */
  isList: boolean;
  required: boolean;
  /** What the parameter is given to: its description, its bounds. */
  argument: GraphQLArgument;
  /** What it is when it is left out, if anything. */
  preset: unknown;
};

export type Variables = Record<string, unknown>;

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

/** Types whose values can stand in an address. */
export function isReadable(type: GraphQLNamedInputType): boolean {
  return isEnumType(type) || (isScalarType(type) && !NOT_TEXT.includes(type.name));
}

/** Several of them have commas between, so none may have one itself. */
export function isListable({ in: location, type }: Parameter): boolean {
  return location === 'query' && isEnumType(type);
}

const NOT_TEXT = ['Boolean', 'Float'];

/** A parameter given twice is read as both values with a comma between them, which only one with several values may be. */
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
