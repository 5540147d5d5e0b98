/**
 * Width of a text, as a multiple of its font size.
 *
 * Known better once its letters have arrived.
 */
import { signal } from '@preact/signals';

const SIZE = 100;
const BOLD = 700;
/** Of names of desks in the list. */
export const REGULAR = 400;
const USUAL_CAPITAL = 0.67;
const generation = signal(0);
const known = new Map<string, number>();
const pen = document.createElement('canvas').getContext('2d');

document.fonts.addEventListener('loadingdone', () => {
  known.clear();
  generation.value += 1;
});

/** Drawn again by whoever has asked, when letters arrive. */
export function widthInEms(text: string, weight = BOLD): number {
  void generation.value;
  // The page sets all figures as wide as each other, which a canvas does not know.
  const figures = text.replaceAll(/\d/g, '0');
  const key = `${weight} ${figures}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (pen === null) return [...text].length * 0.62;
  pen.font = font(weight);
  const width = Math.max(0.5, pen.measureText(figures).width / SIZE);
  if (known.size > 500) known.clear();
  known.set(key, width);
  return width;
}

/** How high a capital is, in multiples of the size of the letters. */
export function capitalInEms(): number {
  void generation.value;
  if (pen === null) return USUAL_CAPITAL;
  pen.font = font(BOLD);
  return pen.measureText('H').actualBoundingBoxAscent / SIZE || USUAL_CAPITAL;
}

function font(weight: number): string {
  return `${weight} ${SIZE}px ${getComputedStyle(document.documentElement).getPropertyValue('--family')}`;
}

/** `widthInEms` of a text that may be broken between words into two lines, where one would be longer than `most`. */
export function widthInTwoLines(text: string, most: number, weight = BOLD): number {
  const whole = widthInEms(text, weight);
  const words = text.split(' ');
  if (whole <= most || words.length === 1) return whole;
  const breaks = words.slice(1).map((_, at) => {
    const first = widthInEms(words.slice(0, at + 1).join(' '), weight);
    return Math.max(first, widthInEms(words.slice(at + 1).join(' '), weight));
  });
  return Math.min(...breaks);
}
