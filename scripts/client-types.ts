// Writes the types of our REST and GraphQL clients; scripts/generate.js runs it when they may have changed.
import { writeFile } from 'node:fs/promises';
import { REST_TYPES, restTypes } from './rest-types.js';
import { WEBSITE_TYPES, websiteTypes } from './website-types.js';

await writeFile(REST_TYPES, await restTypes());
await writeFile(WEBSITE_TYPES, await websiteTypes());
