import { bundleSchema } from '../bundle/record.js';

export const BUNDLE_SCHEMA_PATH = '/bundle.schema.json';

/** The JSON Schema of a bundle's lines, for whoever writes bundles. */
export function bundleSchemaResponse(): Response {
  return new Response(bundleSchemaText(), {
    headers: { 'content-type': 'application/schema+json; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

export function bundleSchemaText(): string {
  return `${JSON.stringify(bundleSchema, null, 2)}\n`;
}
