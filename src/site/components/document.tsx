// The HTML document around every page.
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { LIVE, LIVE_INTEGRITY } from '../assets.js';
import type { Brand } from '../brand.js';
import { LIVE_PATH } from '../live-path.js';
import type { RenderedBody, Section, Site, View } from '../route.js';
import { Link, NameLink } from './link.js';
import { HOLE, Later, LaterContext } from './rows.js';
import { SearchForm } from './search-form.js';
import { SECTIONS } from './sections.js';
import { SiteContext, useHref } from './site.js';

export const HTML = 'text/html; charset=utf-8';

export function documentOf(view: View, site: Site): RenderedBody {
  const later = new Later();
  const render = (children: ComponentChildren) =>
    renderToString(<SiteContext.Provider value={site}>{children}</SiteContext.Provider>);
  const html = render(
    <LaterContext.Provider value={later}>
      <Document view={view} site={site} />
    </LaterContext.Provider>,
  );
  const [text = '', ...between] = `<!doctype html>\n${html}\n`.split(HOLE);
  function* rest() {
    for (const [at, after] of between.entries()) yield render(later.pieces[at]?.()) + after;
  }
  return { type: HTML, text, rest: rest(), live: view.live ?? false };
}

function Document({ view, site }: { view: View; site: Site }) {
  const href = useHref();
  const { brand } = site;
  const title = view.title === brand.name ? brand.name : `${view.title} · ${brand.name}`;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <meta name="description" content={view.description} />
        {view.unlisted && <meta name="robots" content="noindex" />}
        <link rel="icon" href={href(brand.icon.path)} type={brand.icon.type} />
        <link rel="apple-touch-icon" href={href(brand.touchIcon.path)} />
        <link rel="manifest" href={href(brand.manifest.path)} />
        <link rel="stylesheet" href={href(brand.styles.path)} />
        {view.live && <script type="module" src={href(LIVE.path)} integrity={LIVE_INTEGRITY} />}
        {site.address !== '' && <link rel="canonical" href={site.url + site.address} />}
        <link rel="alternate" type="application/atom+xml" title="Results as they come in" href={href('/feed.atom')} />
        {view.alternates?.map(({ type, title: name, path }) => (
          <link key={path} rel="alternate" type={type} title={name} href={href(path)} />
        ))}
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:type" content="website" />
        <meta property="og:title" content={view.title} />
        <meta property="og:description" content={view.description} />
        {site.address !== '' && <meta property="og:url" content={site.url + site.address} />}
        {view.about && <JsonLd value={view.about} />}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Bar name={brand.name} section={view.section} />
        <main id="main" class="wrap">
          {view.live && <LiveStrip address={site.address} />}
          {view.main}
        </main>
        <Footer links={brand.links} />
      </body>
    </html>
  );
}

/** Shows whether the page updates itself, with a link to refresh it by hand. */
function LiveStrip({ address }: { address: string }) {
  const href = useHref();
  return (
    <>
      <p id="live" class="live" data-stream={href(`${LIVE_PATH}?page=${encodeURIComponent(address)}`)}>
        <span /> <a href={href(address)}>Refresh</a>
      </p>
      <p id="said" class="unseen" role="status" />
    </>
  );
}

/** JSON-LD is data, not a script. Characters that could end the element early are escaped. */
function JsonLd({ value }: { value: object }) {
  const text = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

function Bar({ name: siteName, section }: { name: string; section: Section | undefined }) {
  return (
    <header class="bar">
      <div class="wrap">
        <Link to="/" class="brand">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path d="M8 7l13 13M24 7L11 20M7 18l7 7M25 18l-7 7M9 23l-3 3M23 23l3 3" />
          </svg>
          <span>{siteName}</span>
        </Link>
        <nav aria-label="Site">
          <ul>
            {SECTIONS.map(({ section: name, path, name: label }) => (
              <li key={path}>
                <Link to={path} here={name === section}>
                  {label}
                </Link>
              </li>
            ))}
            <li class="to-search">
              <Link to="/search" here={section === 'search'}>
                Search
              </Link>
            </li>
          </ul>
        </nav>
        {section !== 'search' && <SearchForm label="Search the site" />}
      </div>
    </header>
  );
}

const FOOTER: { path: string; name: string }[] = [
  { path: '/tournaments.ics', name: 'Calendar' },
  { path: '/feed.atom', name: 'Feed' },
  { path: '/method', name: 'How it is worked out' },
  { path: '/developers', name: 'For developers: GraphQL and REST' },
];

function Footer({ links }: Pick<Brand, 'links'>) {
  return (
    <footer class="foot">
      <div class="wrap">
        <nav aria-label="More">
          <ul>
            {FOOTER.map(({ path, name }) => (
              <li key={path}>
                <Link to={path}>{name}</Link>
              </li>
            ))}
            {links.map(({ url, name }) => (
              <li key={url}>
                <a href={url}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** Breadcrumbs and the title of a page. */
export function Heading({ above, children }: { above: { path: string; name: string }[]; children: ComponentChildren }) {
  return (
    <>
      <nav class="crumbs" aria-label="Where this is">
        <ol>
          {above.map(({ path, name }) => (
            <li key={path}>
              <NameLink to={path} name={name} />
            </li>
          ))}
        </ol>
      </nav>
      <h1>{children}</h1>
    </>
  );
}
