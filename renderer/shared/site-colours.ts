/** Colours of the site, corrected for contrast. */
import { groundWithText, readableOn } from './colour.ts';

type Properties = Record<string, string>;

const HOUSE_COLOUR = '#0d5161';
/** Of the grounds on which such text stands, the one nearest to it: darkest of the light ones, lightest of the dark. */
const LIGHT_GROUND = '#eceae6';
const DARK_GROUND = '#23272b';

const known = new Map<string, Properties>();

/** The site's accent as custom properties, corrected so that text on it and of it can be read in light and dark. */
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

/** A service's colour for its tag; nothing where the service has none: then the accent stands. */
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
