import { bundleSchema } from '../bundle/record.js';

export const BUNDLE_SCHEMA_PATH = '/bundle.schema.json';

/** JSON Schema of a line of a bundle, for authors of bundles. */
export function bundleSchemaText(): string {
  return `${JSON.stringify(bundleSchema, null, 2)}\n`;
}
