// The colours of the style sheet by WCAG, as the operator sets them.
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OPERATOR } from '../../src/config.js';
import { createBrand } from '../../src/site/brand.js';

type Colours = Record<string, string>;

/** The custom properties in effect by day and by night. */
function coloursOf(css: string): [day: Colours, night: Colours] {
  const pairs = [...css.matchAll(/(--[\w-]+): light-dark\((#\w+), (#\w+)\)/g)];
  return [
    Object.fromEntries(pairs.map(([, name, day]) => [name, day])),
    Object.fromEntries(pairs.map(([, name, , night]) => [name, night])),
  ];
}

function luminance(colour = ''): number {
  const digits = colour.length === 4 ? colour.replace(/\w/g, '$&$&') : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const contrast = (one: string | undefined, other: string | undefined) => {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('whatever the colour of the operator, text in it and on it can be read', () => {
  const extremes = ['#000000', '#ffffff', '#ffff00', '#0000ff', '#808080', '#7c2d4f'].map((each): [string] => [each]);
  fc.assert(
    fc.property(colour, (accent) => {
      for (const now of coloursOf(String(createBrand({ ...OPERATOR, accent }).styles.body))) {
        for (const background of ['--paper', '--card', '--sunk', '--accent-soft']) {
          expect([background, contrast(now['--accent'], now[background]) >= 4.5]).toStrictEqual([background, true]);
        }
        expect(contrast('#ffffff', now['--bar'])).toBeGreaterThanOrEqual(4.5);
      }
    }),
    { numRuns: 60, examples: extremes },
  );
});

test('a colour that can be read already stays as it is', () => {
  const [day] = coloursOf(String(createBrand({ ...OPERATOR, accent: '#7c2d4f' }).styles.body));
  expect(day['--accent']).toBe('#7c2d4f');
});

test('the icon of phones is a PNG in the colour of the icon', () => {
  const { touchIcon, icon } = createBrand({ ...OPERATOR, accent: '#114b5f' });
  expect(icon.body).toContain('fill="#114b5f"');
  const bytes = Buffer.from(touchIcon.body);
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const width = bytes.readUInt32BE(16);
  const from = bytes.indexOf('IDAT') + 4;
  const pixels = inflateSync(bytes.subarray(from, from + bytes.readUInt32BE(from - 8)));
  expect(pixels.length).toBe(width * (3 * width + 1));
  const at = (x: number, y: number) => [...pixels.subarray(y * (3 * width + 1) + 1 + 3 * x).subarray(0, 3)];
  expect([at(0, 0), at(width / 4, (7 * width) / 32)]).toStrictEqual([
    [0x11, 0x4b, 0x5f],
    [255, 255, 255],
  ]);
});
