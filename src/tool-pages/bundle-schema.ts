import { bundleSchema } from '../bundle/record.js';

export const BUNDLE_SCHEMA_PATH = '/bundle.schema.json';

/** The JSON Schema of a bundle's lines, for those who write bundles. */
export function bundleSchemaText(): string {
  return `${JSON.stringify(bundleSchema, null, 2)}\n`;
}
