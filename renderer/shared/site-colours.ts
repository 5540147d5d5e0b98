/** Colours of the site, corrected for contrast. */
import { groundWithText } from './colour.ts';

type Properties = Record<string, string>;

/** Colour of pages without their own colour. */
export const HOUSE_COLOUR = '#0d5161';
const known = new Map<string, Properties>();

/** Colour of a service's tag; empty without one: then the accent applies. */
export function serviceColours(colour: string): Properties {
  const found = known.get(colour) ?? tagColours(colour);
  known.set(colour, found);
  return found;
}

export function isColour(colour: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(colour);
}

function tagColours(colour: string): Properties {
  if (!isColour(colour)) return {};
  const { ground, text } = groundWithText(colour);
  return { '--tag': ground, '--on-tag': text };
}
