// The response format of the GraphQL specification as a JSON schema.
import { Ajv2020 } from 'ajv/dist/2020.js';

const POSITIVE = { type: 'integer', minimum: 1 };
const ERROR = {
  type: 'object',
  required: ['message'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', minLength: 1 },
    locations: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['line', 'column'],
        additionalProperties: false,
        properties: { line: POSITIVE, column: POSITIVE },
      },
    },
    path: { type: 'array', items: { type: ['string', 'integer'] } },
    extensions: { type: 'object' },
  },
};
const RESPONSE = {
  type: 'object',
  additionalProperties: false,
  properties: {
    data: { type: ['object', 'null'] },
    errors: { type: 'array', minItems: 1, items: ERROR },
    extensions: { type: 'object' },
  },
  anyOf: [{ required: ['data'], properties: { data: { type: 'object' } } }, { required: ['errors'] }],
};

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
const validate = ajv.compile(RESPONSE);

/** Null if the body is a GraphQL response. */
export function graphqlProblems(body: unknown): string | null {
  return validate(body) ? null : ajv.errorsText(validate.errors);
}
