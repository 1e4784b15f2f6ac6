import { bundleSchema } from '@battle-results/bundle-format/record';

export const BUNDLE_SCHEMA_PATH = '/bundle.schema.json';

/** JSON Schema of a line of a bundle, for authors of bundles. */
export function bundleSchemaText(): string {
  return `${JSON.stringify(bundleSchema, null, 2)}\n`;
}
