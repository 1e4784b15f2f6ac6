// Writes the types of our REST and GraphQL clients; scripts/generate.js runs it when they may have changed.
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import * as typescriptOperations from '@graphql-codegen/typescript-operations';
import { type DefinitionNode, type DocumentNode, Kind, parse, printSchema } from 'graphql';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { schema } from '../src/graphql/schema/schema.js';
import type { PersistedOperation } from '../src/operations/persisted.js';
import { createOpenapi } from '../src/rest/openapi.js';
import { readRoutes } from '../src/rest/routes.js';
import { readSiteOperations } from '../src/site/site-operations.js';

const REST_TYPES = new URL('../test/rest/openapi.generated.ts', import.meta.url);
const WEBSITE_TYPES = new URL('../src/site/operations.generated.ts', import.meta.url);

const HEADER = `// Made by scripts/client-types.ts.
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated
`;
const PERSISTED = `import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/** A document, and the hash by which the service knows it. */
type Persisted<Result, Variables> = TypedDocumentNode<Result, Variables> & { documentId: string };
`;

await writeFile(REST_TYPES, HEADER + (await restTypes()));
await writeFile(WEBSITE_TYPES, HEADER + PERSISTED + (await websiteTypes()));

/** Types for clients of the REST routes, from the OpenAPI document as a third party would make them. */
async function restTypes(): Promise<string> {
  const document = createOpenapi(readRoutes(schema))('https://api.battles.example');
  return astToString(await openapiTypescript(document as unknown as OpenAPI3));
}

/** Types for the website's persisted operations, from the schema and the operations' files. */
async function websiteTypes(): Promise<string> {
  const operations = readSiteOperations();
  const types = await codegen({
    filename: fileURLToPath(WEBSITE_TYPES),
    schema: parse(printSchema(schema)),
    schemaAst: schema,
    documents: [{ document: oneOfEach(operations) }],
    config: {
      scalars: { ID: 'string', Date: 'string', DateTime: 'string', Metrics: 'Record<string, number>' },
      enumType: 'string-literal',
    },
    plugins: [{ typescriptOperations: {} }],
    pluginMap: { typescriptOperations },
  });
  return `\n${types}${operations.map(documentLine).join('')}\n`;
}

/** Operations share fragments, and each fragment must become one type. */
function oneOfEach(operations: PersistedOperation[]): DocumentNode {
  const definitions = operations.flatMap(({ document }) => document.definitions);
  const byName = new Map(definitions.map((node: DefinitionNode) => ['name' in node ? node.name?.value : '', node]));
  return { kind: Kind.DOCUMENT, definitions: [...byName.values()] };
}

function documentLine({ name, hash, text }: PersistedOperation): string {
  const { definitions } = parse(text, { noLocation: true });
  const document = JSON.stringify({ kind: Kind.DOCUMENT, documentId: hash, definitions });
  return `\nexport const ${name}Document = ${document} as unknown as Persisted<${name}Query, ${name}QueryVariables>;\n`;
}
