import { readFileSync } from 'node:fs';
import { DEMO_KEY } from '../../key.js';
import { ICON_TEXT, STYLES_TEXT } from '../../site/assets.js';
import { PLACEHOLDER_KEY } from '../frame/bar.js';

export type Landing = {
  /** This service's address as clients see it; no slash at the end. */
  baseUrl: string;
  demo: boolean;
  graphiql: boolean;
  /** Whether the site, with the guide, is served. */
  site: boolean;
};

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const look = `${STYLES_TEXT}${read('look.css')}`;
export const landingScript = read('copy.js');

export function landingHtml({ baseUrl, demo, graphiql, site }: Landing): string {
  const curl = `curl -s ${quoted(`${baseUrl}/api/v1/tournaments?limit=3`)} \\
  -H 'Authorization: Bearer ${demo ? DEMO_KEY : PLACEHOLDER_KEY}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Tabletop-wargame tournaments over GraphQL and REST.">
<title>Battle results gateway</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON_TEXT)}">
<style>${look}</style>
</head>
<body>
<main class="wrap">
<header class="hero">
${ICON_TEXT}
<h1>Battle results gateway</h1>
<p class="lead">Tabletop-wargame tournaments, clubs, battles, standings and army lists, for websites and programs to read.
One set of rules with two ways in: ${graphiql ? 'explore' : 'read'} nested data over GraphQL, or fetch plain JSON over REST.</p>
${site ? '<p><a href=".">To the site</a></p>' : ''}
</header>
<nav class="cards" aria-label="Start here">
${ENDPOINTS.filter(({ href }) => (href === 'graphql' ? graphiql : site || href !== GUIDE))
  .map(card)
  .join('\n')}
</nav>
<section class="guide">
<h2>Try it from a terminal</h2>
<div class="curl"><pre><code id="curl">${escaped(curl)}</code></pre><button id="copy" class="button" type="button" hidden>Copy</button></div>
<p>${demo ? DEMO_HINT : KEY_HINT}</p>
</section>
<section>
<h2>For programs</h2>
<ul class="found">
${DOCUMENTS.map(({ href, name, about }) => `<li><a href="${href}">${name}</a> <span class="quiet">${about}</span></li>`).join('\n')}
</ul>
</section>
</main>
<script>${landingScript}</script>
</body>
</html>
`;
}

// Addresses are relative, because a proxy may serve them all under a path prefix.
const GUIDE = 'developers/guide';

const ENDPOINTS = [
  {
    href: 'graphql',
    name: 'GraphiQL',
    about: 'Write GraphQL in the browser, with examples, completion and every field explained.',
  },
  {
    href: 'docs',
    name: 'REST reference',
    about: 'Every route with its parameters and answers. Try each one where you read it.',
  },
  {
    href: GUIDE,
    name: 'Guide',
    about: 'Paging, errors, cost, live results, following changes, and caches of clients.',
  },
];

const DOCUMENTS = [
  { href: 'openapi.json', name: 'openapi.json', about: 'the REST routes as an OpenAPI document, for generators' },
  { href: 'schema.graphql', name: 'schema.graphql', about: 'the GraphQL schema in its own language, for generators' },
  { href: 'bundle.schema.json', name: 'bundle.schema.json', about: 'the JSON Schema of the data that can be loaded' },
  { href: 'health/ready', name: 'health/ready', about: 'whether the service can answer now, for balancers' },
];

const DEMO_HINT = `A demo world is loaded, and <code>${DEMO_KEY}</code> is its key: it works on every page here.`;
const KEY_HINT = `Every request needs a key. The operator of this service makes one with
<code>npm run -s keys -- create &quot;Your Site&quot;</code>.`;

function card({ href, name, about }: { href: string; name: string; about: string }): string {
  return `<a href="${href}" class="card"><strong class="card-title">${name}</strong><span>${about}</span></a>`;
}

/** Quotes text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Escapes text for HTML. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
