/**
 * WCAG contrast, and minimal correction of unreadable colours.
 *
 * A site's colour is never rejected: it is shifted towards black or white as far as needed.
 */
type Rgb = readonly [number, number, number];

/** Text on a coloured background. */
export const INK = '#17191c';
export const PAPER = '#ffffff';
const STEPS = 40;

/** Contrast ratio of two `#rrggbb` colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const a = luminance(parse(one));
  const b = luminance(parse(other));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The colour itself, or the nearest shade that reaches `ratio` against the background. */
export function readableOn(ground: string, colour: string, ratio: number): string {
  if (contrast(ground, colour) >= ratio) return colour;
  const towards = contrast(ground, '#000000') > contrast(ground, '#ffffff') ? '#000000' : '#ffffff';
  for (let step = 1; step < STEPS; step++) {
    const shade = mix(colour, towards, step / STEPS);
    if (contrast(ground, shade) >= ratio) return shade;
  }
  return towards;
}

/** Background of a colour with light or dark text, whichever changes the colour less. */
export function groundWithText(colour: string, ratio = 7): { readonly ground: string; readonly text: string } {
  const light = readableOn(PAPER, colour, ratio);
  const dark = readableOn(INK, colour, ratio);
  return distance(colour, light) <= distance(colour, dark)
    ? { ground: light, text: PAPER }
    : { ground: dark, text: INK };
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.replace('#', ''), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function mix(from: string, to: string, share: number): string {
  const [a, b] = [parse(from), parse(to)];
  const channel = (index: 0 | 1 | 2): string =>
    Math.round(a[index] + (b[index] - a[index]) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(0)}${channel(1)}${channel(2)}`;
}

function distance(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function luminance(rgb: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}
