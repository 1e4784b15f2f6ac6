// Examples with the GraphQL operation behind each REST route.
import { schema } from '../../graphql/schema/schema.js';
import { REST_PREFIX } from '../../rest/route-answer.js';
import { type Route, readRoutes } from '../../rest/routes.js';
import type { Example } from './examples.js';

export function routeExamples(demo: boolean): Example[] {
  return readRoutes(schema).map((route) => ({
    name: route.name,
    label: route.path,
    query: `${comment(`GET ${REST_PREFIX}${route.path}\n${route.description}`)}\n${route.text}\n`,
    variables: JSON.stringify(demo ? route.example : placeholders(route), null, 2),
  }));
}

/** In `/clubs/{slug}` the slug is `SLUG_OF_A_CLUB`; other required parameters are named after their argument. */
function placeholders({ path, parameters }: Route): Record<string, string> {
  const required = parameters.filter((each) => each.in === 'query' && each.required);
  const named = path.matchAll(/\/(\w+?)s?\/\{(\w+)\}/g);
  return Object.fromEntries([
    ...[...named].map(([, noun = '', name = '']) => [name, `${upperSnakeCase(name)}_OF_A_${upperSnakeCase(noun)}`]),
    ...required.map(({ name, argument }) => [name, upperSnakeCase(argument.name)]),
  ]);
}

function comment(text: string): string {
  return text.trim().replace(/^/gm, '# ');
}

function upperSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase();
}
