// A plugin of Swagger UI: the OpenAPI document as this page needs it.
import { settings } from '../frame/key.js';

export function documentForThisPage() {
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(adapted(json)) } } } };
}

function adapted(json) {
  const operations = Object.values(json.paths ?? {}).flatMap((path) => Object.values(path));
  if (!settings.demo) operations.forEach(forgetDemoWorld);
  // The page may be open at another address than the one the document gives, and can ask no other.
  return { ...json, servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }] };
}

/** Values to try that are not there would only mislead. */
function forgetDemoWorld(operation) {
  for (const parameter of operation.parameters ?? []) delete parameter.example;
  if (operation['x-graphql']) delete operation['x-graphql'].variables;
}
