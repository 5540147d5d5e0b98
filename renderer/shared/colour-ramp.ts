/** Ramps of twelve steps from one colour, of equal lightness for every hue. */
import { contrast } from './colour.ts';
import { hexOf, oklchOf } from './oklch.ts';

/** Steps by name, with their lightness: each pair of steps has nearly the same contrast in every ramp. */
const LIGHTNESS = {
  50: 0.977,
  100: 0.948,
  200: 0.9,
  300: 0.83,
  400: 0.74,
  500: 0.62,
  600: 0.52,
  700: 0.42,
  800: 0.35,
  900: 0.285,
  925: 0.25,
  950: 0.215,
} as const;

export type RampStep = keyof typeof LIGHTNESS;
export const RAMP_STEPS = Object.keys(LIGHTNESS).map(Number) as readonly RampStep[];

/** Share of the chroma at the ends of the ramp, where a strong colour would glare. */
const LEAST_SHARE = 0.22;

/** One step of a colour's ramp; its hue is that of the colour. */
function rampStep(colour: string, step: RampStep): string {
  const { chroma, hue } = oklchOf(colour);
  const lightness = LIGHTNESS[step];
  // Full in the middle, less towards white and black.
  const share = LEAST_SHARE + (1 - LEAST_SHARE) * Math.sin(Math.PI * Math.min(1, Math.max(0, 1.06 - lightness)));
  return hexOf({ lightness, chroma: chroma * share, hue });
}

export function rampOf(colour: string): Readonly<Record<RampStep, string>> {
  return Object.fromEntries(RAMP_STEPS.map((step) => [step, rampStep(colour, step)])) as Record<RampStep, string>;
}

/** Lightness and chroma of the page's background: nearly neutral, so that all text is readable on it. */
const TINTS = { light: [0.948, 0.008], dark: [0.215, 0.012] } as const;

function tintOf(colour: string, [lightness, strongest]: readonly [number, number]): string {
  const { chroma, hue } = oklchOf(colour);
  return hexOf({ lightness, chroma: Math.min(chroma, strongest), hue });
}

const DARK_SURFACE = '#262b30';
/** 7:1, with a reserve for other backgrounds of the theme. */
const READABLE = 7.05;
const STEP = 0.01;

/** The colour, as much darker or lighter as text needs on a light or dark background; its hue stays. */
function textOn(ground: string, colour: string, direction: 1 | -1): string {
  const own = oklchOf(colour);
  for (let { lightness } = own; lightness > 0 && lightness < 1; lightness += direction * STEP) {
    const shade = lightness === own.lightness ? colour : hexOf({ ...own, lightness });
    if (contrast(ground, shade) >= READABLE) return shade;
  }
  return direction > 0 ? '#ffffff' : '#000000';
}

/** The brand's ramp, the tinted backgrounds, and the accent as text on them, as custom properties. */
export function rampColours(accent: string): Readonly<Record<string, string>> {
  const light = tintOf(accent, TINTS.light);
  return {
    '--tint-light': light,
    '--tint-dark': tintOf(accent, TINTS.dark),
    // The tint is the darkest light background, the surface the lightest dark one.
    '--accent-text-light': textOn(light, accent, -1),
    '--accent-text-dark': textOn(DARK_SURFACE, accent, 1),
    ...Object.fromEntries(Object.entries(rampOf(accent)).map(([step, shade]) => [`--brand-${step}`, shade])),
  };
}

export function paintRamp(style: CSSStyleDeclaration, accent: string): void {
  for (const [name, value] of Object.entries(rampColours(accent))) style.setProperty(name, value);
}
