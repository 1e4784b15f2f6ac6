// npm run schema: writes the files that are generated from code and committed. A test fails when one is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { openInMemory } from '../src/db/embedded/embedded.js';
import { loadDemoWorld } from '../src/demo/load.js';
import { EXAMPLES } from '../src/rest/openapi.js';
import { bundleSchemaText } from '../src/tool-pages/bundle-schema.js';
import { sdlText } from '../src/tool-pages/sdl.js';
import { preparedData } from '../test/support/prepared-data.js';
import { restExamples } from './rest-examples.js';

await writeFile(new URL('../schema.graphql', import.meta.url), sdlText());
await writeFile(new URL('../packages/bundle-format/bundle.schema.json', import.meta.url), bundleSchemaText());
const { archive } = await preparedData();
const db = await openInMemory(new Blob([await readFile(archive)]));
await loadDemoWorld(db);
await writeFile(EXAMPLES, await restExamples(db));
await db.close();
