import { builder } from '../builder/builder.js';

export type ProvenanceValue = {
  source: string;
  sourceId: string | null;
  sha256: string[];
  converter: string;
  readOn: string;
  guessed: string[];
  missing: string[];
};

export const Provenance = builder.objectRef<ProvenanceValue>('Provenance').implement({
  description: 'Where a tournament and its battles came from, when a converter made their records.',
  fields: (t) => ({
    source: t.exposeString('source', { description: 'Kind of source, such as spreadsheet or new-recruit.' }),
    sourceId: t.exposeString('sourceId', {
      nullable: true,
      description: 'Id of the tournament there, when it has one.',
    }),
    sha256: t.exposeStringList('sha256', { description: 'SHA-256 of each file that was read, in hex.' }),
    converter: t.exposeString('converter', { description: 'Name and version of the converter.' }),
    readOn: t.field({
      type: 'Date',
      description: 'Day on which the files were read.',
      resolve: ({ readOn }) => new Date(readOn),
    }),
    guessed: t.exposeStringList('guessed', { description: 'What the source does not say and was guessed.' }),
    missing: t.exposeStringList('missing', {
      description: 'What was left out or is not in the source, with counts, such as "byes: 3".',
    }),
  }),
});
