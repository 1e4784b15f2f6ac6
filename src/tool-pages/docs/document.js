// A Swagger UI plugin that adapts the OpenAPI document to this page.
import { settings } from '../frame/key.js';

export function documentForThisPage() {
  return { statePlugins: { spec: { wrapActions: { updateJsonSpec: (update) => (json) => update(adapted(json)) } } } };
}

function adapted(json) {
  const operations = Object.values(json.paths ?? {}).flatMap((path) => Object.values(path));
  if (!settings.demo) operations.forEach(forgetDemoWorld);
  // The page may be open at another address than the document's server, and its content policy allows only its own.
  return { ...json, servers: [{ url: new URL('.', location.href).href.replace(/\/$/, '') }] };
}

/** Example values of the demo world would mislead where it is not loaded. */
function forgetDemoWorld(operation) {
  for (const parameter of operation.parameters ?? []) delete parameter.example;
  if (operation['x-graphql']) delete operation['x-graphql'].variables;
}
