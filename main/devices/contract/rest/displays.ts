/**
 * REST schema of a display's configuration.
 *
 * All that a display needs to know of the site, in one answer; what happens it hears over the events channel.
 */
import Type, { type Static } from 'typebox';
import { deviceId } from '../../../rest/contract/parameters.ts';
import { flag, integer, success, text } from '../../../rest/contract/shapes.ts';
import { DisplaySchema } from '../../../site/contract/site.ts';

export const DisplaysAnswer = Type.Object({
  success,
  /** Those that are in use, by name; a display that asks with its own key sees itself alone. */
  displays: Type.Array(Type.Object({ id: text, name: text, location: text, location_name: text })),
});

export const DisplayParameters = Type.Object({ device_id: deviceId });

const Names = Type.Record(Type.String(), Type.Object({ name: text }));

export const DisplayAnswer = Type.Object({
  success,
  /** `screen_inches`: its screen from corner to corner; 0: not known. */
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
  /** Of the device, else of the location, else of the site; never none. */
  languages: Type.Array(text),
  default_lang: text,
  /** Calls for these are shown. */
  services: Type.Array(Type.Object({ id: text, name: text, tag: text, colour: text, translations: Names })),
  /** Whether all of the location is shown, also what is not among `services`. */
  shows_all: flag,
  desks: Type.Array(Type.Object({ id: text, name: text, tag: text, translations: Names })),
  settings: DisplaySchema,
  /** How voices are to say words of the house. */
  pronunciations: Type.Array(text),
  /** How wide the numbers of this location are, in digits. */
  number_width: integer,
});

export type DisplaysAnswer = Static<typeof DisplaysAnswer>;
export type DisplayAnswer = Static<typeof DisplayAnswer>;
