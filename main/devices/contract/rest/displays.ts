/**
 * REST schema of a display's configuration.
 *
 * One response contains everything that a display needs of the site. Calls arrive through the event stream.
 */
import Type, { type Static } from 'typebox';
import { deviceId } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { DisplaySchema } from '../../../site/contract/site.ts';

export const DisplaysAnswer = Type.Object({
  success,
  /** Active displays, by name; a display with its own key gets only itself. */
  displays: Type.Array(Type.Object({ id: text, name: text, location: text, location_name: text })),
});

export const DisplayParameters = Type.Object({ device_id: deviceId });

const Names = Type.Record(Type.String(), Type.Object({ name: text }));

export const DisplayAnswer = Type.Object({
  success,
  /** `screen_inches`: diagonal of its screen; 0: unknown. */
  device: Type.Object({ id: text, name: text, screen_inches: integer }),
  location: Type.Object({
    id: text,
    name: text,
    timezone: text,
    logo: text,
    /** `#rrggbb` or empty. */
    colour: text,
    translations: Names,
  }),
  /** Languages of the device, else of the location, else of the site; never empty. */
  languages: Type.Array(text),
  default_lang: text,
  /** The display shows calls of these services. */
  services: Type.Array(Type.Object({ id: text, name: text, tag: text, colour: text, translations: Names })),
  /** Whether the display shows calls of the whole location, including services not in `services`. */
  shows_all: flag,
  desks: Type.Array(Type.Object({ id: text, name: text, tag: text, translations: Names })),
  settings: DisplaySchema,
  /** Pronunciations of the organisation's words for the voices. */
  pronunciations: Type.Array(text),
  /** Width of this location's ticket numbers, in digits. */
  number_width: integer,
});

export type DisplaysAnswer = Static<typeof DisplaysAnswer>;
export type DisplayAnswer = Static<typeof DisplayAnswer>;
