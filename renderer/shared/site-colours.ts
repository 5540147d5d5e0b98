/** Colours of the site, corrected for contrast. */
import { groundWithText, readableOn } from './colour.ts';

type Properties = Record<string, string>;

const HOUSE_COLOUR = '#0d5161';
/** Background closest to the text: the darkest light one, and the lightest dark one. */
const LIGHT_GROUND = '#eceae6';
const DARK_GROUND = '#23272b';

const known = new Map<string, Properties>();

/** The site's accent as custom properties, corrected for readable text in light and dark themes. */
export function siteColours(colour: string): Properties {
  return remember(`site ${colour}`, () => {
    const accent = isColour(colour) ? colour : HOUSE_COLOUR;
    const { ground, text } = groundWithText(accent);
    return {
      '--accent': ground,
      '--on-accent': text,
      '--accent-text-light': readableOn(LIGHT_GROUND, accent, 7),
      '--accent-text-dark': readableOn(DARK_GROUND, accent, 7),
    };
  });
}

/** Colour of a service's tag; empty without one: then the accent applies. */
export function serviceColours(colour: string): Properties {
  return remember(`service ${colour}`, (): Properties => {
    if (!isColour(colour)) return {};
    const { ground, text } = groundWithText(colour);
    return { '--tag': ground, '--on-tag': text };
  });
}

function isColour(colour: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(colour);
}

function remember(key: string, make: () => Properties): Properties {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
