// How the site presents its operator: name, links, colours and icons.
import type { Operator } from '../config.js';
import { type Asset, asset, ICON_TEXT, STYLES_TEXT } from './assets.js';
import { type Shades, shadesOf } from './shades.js';
import { TOUCH_ICON_SIZE, touchIcon } from './touch-icon.js';

export type Brand = {
  name: string;
  /** Links of the operator, in the footer. */
  links: { name: string; url: string }[];
  styles: Asset;
  icon: Asset;
  touchIcon: Asset;
  manifest: Asset;
};

/** The colours of site.css that the operator's colour replaces, by day. */
const OWN: Shades = { bar: '#6d2443', accent: '#7c2d4f', soft: '#f6e9ef' };

export function createBrand({ name, imprintUrl, privacyUrl, contact, accent }: Operator): Brand {
  const shades = accent === null ? null : shadesOf(accent);
  const day = shades?.light ?? OWN;
  const iconText = ICON_TEXT.replace(OWN.accent, day.accent);
  const icon = asset('icon', 'svg', 'image/svg+xml', iconText);
  const touch = asset('icon', 'png', 'image/png', touchIcon(iconText, day.accent));
  const sizes = `${TOUCH_ICON_SIZE}x${TOUCH_ICON_SIZE}`;
  // Relative to its own address, because a proxy may serve the site below a path.
  const manifest = {
    name,
    start_url: '.',
    display: 'minimal-ui',
    theme_color: day.bar,
    background_color: '#faf7f6',
    icons: [
      { src: icon.path.slice(1), type: icon.type, sizes: 'any' },
      { src: touch.path.slice(1), type: touch.type, sizes },
    ],
  };
  const links = [
    { name: 'Imprint', url: imprintUrl },
    { name: 'Privacy', url: privacyUrl },
    { name: 'Contact', url: contact !== null && /^[^/]+@/.test(contact) ? `mailto:${contact}` : contact },
  ];
  return {
    name,
    links: links.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }])),
    styles: asset('site', 'css', 'text/css; charset=utf-8', STYLES_TEXT + (shades ? ruleOf(shades) : '')),
    icon,
    touchIcon: touch,
    manifest: { path: '/site.webmanifest', type: 'application/manifest+json', body: JSON.stringify(manifest) },
  };
}

function ruleOf({ light, dark }: Record<'light' | 'dark', Shades>): string {
  const shade = (name: keyof Shades) => `light-dark(${light[name]}, ${dark[name]})`;
  return `:root { --bar: ${shade('bar')}; --accent: ${shade('accent')}; --accent-soft: ${shade('soft')}; }\n`;
}
