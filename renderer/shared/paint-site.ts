import { groundWithText } from './colour.ts';
import { HOUSE_COLOUR, isColour } from './site-colours.ts';

/** Accent of the last call. */
let painted = '';

/** Paints the page in the site's colours; an empty colour is the default. Ramp and text colours come a moment later. */
export function paintSite(colour: string): void {
  const { style } = document.documentElement;
  const accent = isColour(colour) ? colour : HOUSE_COLOUR;
  const { ground, text } = groundWithText(accent);
  style.setProperty('--accent', ground);
  style.setProperty('--on-accent', text);
  painted = accent;
  import('./colour-ramp.ts').then(
    // Another location may have been chosen meanwhile.
    ({ paintRamp }) => painted === accent && paintRamp(style, accent),
    () => undefined,
  );
}
