/**
 * REST schemas of the site document, its settings and items (extension).
 *
 * The site file defines their shape.
 */
import Type, { type Static, type TUnsafe } from 'typebox';
import {
  described,
  MAX_PARAMETER_TEXT,
  omittable,
  previewToken,
  revision,
  thingId,
} from '../../../rest/contract/parameters.ts';
import { integer, success, text } from '../../../rest/contract/shapes.ts';
import type { CollectionName, SiteFile, SiteSettings } from '../site.ts';

/** Without appointments their list is empty: there can be many, and not every caller needs them. */
export const ExportParameters = Type.Object({
  appointments: described(
    omittable(Type.Boolean({ default: true })),
    'Whether to return appointments, of which there can be many. Otherwise their list is empty.',
  ),
  part: described(
    omittable(Type.Boolean({ default: false })),
    'Whether to return only one location and its items, if the site has more than ten locations.',
  ),
  location: described(
    omittable(Type.String({ maxLength: MAX_PARAMETER_TEXT, default: '' })),
    'Location of the part; an unknown id: the first location.',
  ),
  listed: described(omittable(Type.Boolean({ default: true })), 'Whether to list all locations beside the part.'),
});
export const ImportParameters = Type.Object({
  mode: described(
    omittable(Type.Enum(['merge', 'replace'], { default: 'merge' })),
    'Items that are not in the document: `merge` keeps them, `replace` deletes them.',
  ),
  /** Token of the preview. */
  token: previewToken,
});
export const SettingsParameters = Type.Object({ revision });
export const ItemParameters = Type.Object({ id: thingId });
export const ChangeItemParameters = Type.Object({ id: thingId, revision: revision });

export const ItemIdAnswer = Type.Object({ success, id: text });

/** Absent for a whole site. */
const SitePartSchema = Type.Object({
  location: text,
  /** All locations. A field with its default is absent. */
  locations: Type.Array(
    Type.Object({
      id: text,
      name: text,
      city: Type.Optional(text),
      region: Type.Optional(text),
      timezone: Type.Optional(text),
      schedule: Type.Optional(text),
      follows: Type.Optional(text),
      state: Type.Optional(integer),
    }),
  ),
});

export type SitePart = Static<typeof SitePartSchema>;

type Secret = 'password' | 'secret' | 'panel_pin' | 'mail_password';
type WithoutSecrets<Thing> = Thing extends object ? Omit<Thing, Secret> : never;

export type ShownSettings = WithoutSecrets<SiteSettings>;
/** An item of a collection, without its secrets. */
export type ShownItem<Name extends CollectionName> = WithoutSecrets<SiteFile[Name][number]>;

/** @param view schema of the site without its secrets */
export const siteAnswer = (view: TUnsafe<SiteFile>) =>
  Type.Object({ success, site: view, part: Type.Optional(SitePartSchema) });
/** @param view schema of the settings without their secrets */
export const settingsAnswer = (view: TUnsafe<ShownSettings>) =>
  Type.Object({ success, settings: view, revision: text });
/** @param view schema of the item without its secrets */
export const itemAnswer = <Name extends CollectionName>(view: TUnsafe<ShownItem<Name>>) =>
  Type.Object({ success, item: view, revision: text });
