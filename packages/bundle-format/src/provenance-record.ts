import Type, { type Static } from 'typebox';
import { DAY_PATTERN, NAME_CHARACTERS_MAX, nameRules, object, short } from './field-schema.js';

export const SHA256_PATTERN = '^[0-9a-f]{64}$';

const Provenance = object(
  {
    source: Type.String({ ...nameRules, description: 'Kind of source, such as spreadsheet or new-recruit.' }),
    sourceId: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: NAME_CHARACTERS_MAX,
      description: 'Id of the tournament there, when it has one.',
    }),
    sha256: Type.Array(Type.String({ pattern: SHA256_PATTERN }), { description: 'SHA-256 of each file, in hex.' }),
    converter: Type.String({ ...nameRules, description: 'Name and version of the converter.' }),
    readOn: Type.String({ format: 'date', pattern: DAY_PATTERN, description: 'Day of the conversion. YYYY-MM-DD.' }),
    guessed: Type.Array(short(), { description: 'What the source does not say and the converter guessed.' }),
    missing: Type.Array(short(), { description: 'What was left out or is not in the source, with counts.' }),
  },
  'Where the record came from, when a converter made it.',
);

export const provenanceOrNull = Type.Optional(
  Type.Unsafe<Static<typeof Provenance> | null>({ ...Provenance, type: ['object', 'null'] }),
);
