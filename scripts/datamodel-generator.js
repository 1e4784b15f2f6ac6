// A Prisma generator that writes a module for src/db/one-statement: the names of tables and columns and the keys of
// relations, which Prisma's client has but does not expose.
import { writeFileSync } from 'node:fs';
import helper from '@prisma/generator-helper';

helper.generatorHandler({
  onManifest: () => ({ prettyName: 'Datamodel', defaultOutput: '../src/db/generated/datamodel.ts' }),
  async onGenerate({ dmmf, generator }) {
    const { models } = dmmf.datamodel;
    const entries = models.map((model) => [
      model.name,
      {
        table: model.dbName ?? model.name,
        key: model.primaryKey?.fields ?? model.fields.filter(({ isId }) => isId).map(({ name }) => name),
        fields: Object.fromEntries(
          model.fields
            .filter(({ kind }) => kind !== 'unsupported')
            .map((field) => [field.name, field.kind === 'object' ? relation(models, model, field) : column(field)]),
        ),
      },
    ]);
    writeFileSync(
      generator.output.value,
      `// Made from prisma/schema.prisma by scripts/datamodel-generator.js.\n` +
        `export const datamodel = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const;\n`,
    );
  },
});

function column({ name, dbName, type, isList, isRequired }) {
  return { column: dbName ?? name, type, isList, isRequired };
}

/** `from` are the fields on this side, `to` those on the other, regardless of which side holds the foreign key. */
function relation(models, model, field) {
  const other = models
    .find(({ name }) => name === field.type)
    .fields.find((each) => each.relationName === field.relationName && (each !== field || model.name !== field.type));
  const [from, to] =
    field.relationFromFields.length > 0
      ? [field.relationFromFields, field.relationToFields]
      : [other.relationToFields, other.relationFromFields];
  return { model: field.type, isList: field.isList, isRequired: field.isRequired, from, to, inverse: other.name };
}
