// npm run schema: what is made from code and committed beside it, printed anew. A test fails when a file is stale.
import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.js';
import { bundleSchemaText } from '../src/pages/bundle-schema.js';

await writeFile(new URL('../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
await writeFile(new URL('../bundle.schema.json', import.meta.url), bundleSchemaText());
