// Shades of the operator's colour, in which text can be read on every background of the style sheet, by day and by night.

type Colour = [red: number, green: number, blue: number];

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];
/** The backgrounds of site.css that are nearest to text in the accent: `--sunk` and `--paper`. */
const LIGHT = { sunk: parsed('#f4eeee'), paper: parsed('#faf7f6') };
const DARK = { sunk: parsed('#261d22'), paper: parsed('#151013') };
/** WCAG AA asks for 4.5; some text has the accent mixed with grey. */
const CONTRAST = 5;
const SOFT = 0.9;

export type Shades = { bar: string; accent: string; soft: string };

export function shadesOf(accent: string): { light: Shades; dark: Shades } {
  const light = readable(parsed(accent), BLACK, LIGHT);
  const dark = readable(parsed(accent), WHITE, DARK);
  const shades = (own: Colour, paper: Colour, darker: number): Shades => ({
    bar: written(mixed(light, BLACK, darker)),
    accent: written(own),
    soft: written(mixed(own, paper, SOFT)),
  });
  return { light: shades(light, LIGHT.paper, 0.1), dark: shades(dark, DARK.paper, 0.4) };
}

/** The colour itself, or as much of it as can be read. */
function readable(colour: Colour, towards: Colour, { sunk, paper }: typeof LIGHT): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mixed(colour, towards, share);
    if ([sunk, mixed(shade, paper, SOFT)].every((background) => contrast(shade, background) >= CONTRAST)) return shade;
  }
  return towards;
}

/** As WCAG 2 defines it. */
function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((each) => {
    const part = each / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mixed = (one: Colour, other: Colour, share: number) =>
  one.map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share)) as Colour;

function parsed(text: string): Colour {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)) as Colour;
}

const written = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
