// TypeScript types for clients of the REST routes, generated from the OpenAPI document as a third party would. The
// tests use them to call the service.
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { schema } from '../src/graphql/schema/schema.js';
import { createOpenapi } from '../src/rest/openapi.js';
import { readRoutes } from '../src/rest/routes.js';

export const REST_TYPES = new URL('../test/rest/openapi.generated.ts', import.meta.url);

const HEADER = `// Made by scripts/generate.js, with openapi-typescript.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
`;

export async function restTypes(): Promise<string> {
  const document = createOpenapi(readRoutes(schema))('https://api.battles.example');
  return HEADER + astToString(await openapiTypescript(document as unknown as OpenAPI3));
}
