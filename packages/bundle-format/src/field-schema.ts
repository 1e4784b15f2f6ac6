// Kinds of record fields, as JSON Schema.
import Type, { type TProperties } from 'typebox';

/** Characters that are not visible: control characters, zero-width ones, and those that change text direction. */
const INVISIBLE = '\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufff9-\\ufffb';
/** Keys are part of web addresses: a single word, and neither `.` nor `..`. */
const KEY_PATTERN = `^(?!\\.\\.?$)[^\\s/?#%${INVISIBLE}]{1,200}$`;
/** Not blank, and on one line. Zero-width characters are allowed because some scripts need them. */
export const NAME_PATTERN = '^(?!\\s*$)[^\\u0000-\\u001f\\u007f-\\u009f]*$';
/** Needed beside the format "date", which allows the year 0. */
export const DAY_PATTERN = '^(?!0000)';
const PLACE = '[1-9][0-9]{0,5}';
export const STAGE_ID_PATTERN = `^(standings|swiss|knockout|placement-swiss|placement-${PLACE}(-${PLACE})?)$`;

export const flag = (description: string) => Type.Boolean({ description });
/** Maximum of PostgreSQL's type integer. */
const INTEGER_MAX = 2_147_483_647;
/** Far above any score of a battle, and low enough for the totals of a tournament to fit into an integer. */
export const SCORE_MAX = 1_000_000;
/** Maximum of a decimal: far above any score, and low enough for totals to stay exact enough. */
export const DECIMAL_MAX = 1_000_000_000_000;
/** Maximum length of names and other short texts. Display names and names of battle packs are part of an index. */
export const NAME_CHARACTERS_MAX = 200;
/** Maximum length of descriptions and army lists: about ten times the longest that people write. */
const TEXT_CHARACTERS_MAX = 20_000;
/** Common limit of browsers and servers for an address. */
export const ADDRESS_CHARACTERS_MAX = 2_000;

export const text = (description: string) => Type.String({ maxLength: TEXT_CHARACTERS_MAX, description });
export const short = (description?: string) =>
  Type.String({ maxLength: NAME_CHARACTERS_MAX, ...(description !== undefined && { description }) });
export const nameRules = { maxLength: NAME_CHARACTERS_MAX, pattern: NAME_PATTERN };
export const name = (description: string) => Type.String({ ...nameRules, description });
export const score = (description: string) => Type.Integer({ minimum: -SCORE_MAX, maximum: SCORE_MAX, description });
export const count = (description: string, minimum = 0, maximum = INTEGER_MAX) =>
  Type.Integer({ minimum, maximum, description });
export const orNull = <T>(type: 'string' | 'integer' | 'number' | 'boolean', description: string, rest: object = {}) =>
  Type.Optional(Type.Unsafe<T | null>({ type: [type, 'null'], description, ...rest }));
export const shortOrNull = (description: string) =>
  orNull<string>('string', description, { maxLength: NAME_CHARACTERS_MAX });
export const nameOrNull = (description: string) => orNull<string>('string', description, nameRules);
export const countOrNull = (description: string, minimum = 0, maximum = INTEGER_MAX) =>
  orNull<number>('integer', description, { minimum, maximum });
export const dayOrNull = (description: string) =>
  orNull<string>('string', `${description} YYYY-MM-DD.`, { format: 'date', pattern: DAY_PATTERN });
export const oneOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T>({ enum: values, description });
export const oneOfOrNull = <const T extends string>(values: readonly T[], description: string) =>
  Type.Optional(Type.Unsafe<T | null>({ enum: [...values, null], description }));
export const key = (description: string) => Type.String({ pattern: KEY_PATTERN, description });
export const keyOrNull = (description: string) => orNull<string>('string', description, { pattern: KEY_PATTERN });
export const object = <T extends TProperties>(properties: T, description: string, ...conditions: Condition[]) =>
  Type.Object(properties, {
    additionalProperties: false,
    description,
    ...(conditions.length > 0 && { allOf: conditions }),
  });

/** Conditions between fields, for readers of the schema; record-rules.ts reports violations in words. */
type Condition = ReturnType<typeof when>;
// biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema, and a schema is never awaited.
export const when = (holds: object, asked: object, otherwise: object) => ({ if: holds, then: asked, else: otherwise });
export const givenNull = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'null' }])),
  required: fields,
});
export const given = (field: string) => ({ properties: { [field]: { type: 'string' } }, required: [field] });
/** Like `needs`, where what is left out may be kept. */
export const keeps = (field: string, type: 'string' | 'integer') => ({ properties: { [field]: { type } } });
export const needs = (field: string, type: 'string' | 'integer') => ({
  properties: { [field]: { type } },
  required: [field],
});
export const isNull = (...fields: string[]) => ({
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'null' }])),
});

/** A line may correct a record of which the database has more. */
export const KEEPS = 'What is left out stays as the database has it; null empties a field.';
