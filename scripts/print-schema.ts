// npm run schema: the schema as code has it, printed to schema.graphql. A test fails when the file is stale.
import { writeFile } from 'node:fs/promises';
import { printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.js';

await writeFile(new URL('../schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
