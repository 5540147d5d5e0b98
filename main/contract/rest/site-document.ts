/** Ours: the site as one document, its settings, and its things one by one. What they look like, the site file says. */
import Type, { type TUnsafe } from 'typebox';
import type { Appointment, CollectionName, SiteFile } from '../site.ts';
import { omittable, optionalText, requiredId } from './parameters.ts';
import { success, text } from './shapes.ts';

/** Without appointments their list is empty: there may be many, and not every caller needs them. */
export const ExportParameters = Type.Object({ appointments: omittable(Type.Boolean({ default: true })) });
export const ImportParameters = Type.Object({
  mode: omittable(Type.Enum(['merge', 'replace'], { default: 'merge' })),
  /** Of the preview. */
  token: optionalText,
});
export const SettingsParameters = Type.Object({ revision: optionalText });
export const ItemParameters = Type.Object({ id: requiredId });
export const ChangeItemParameters = Type.Object({ id: requiredId, revision: optionalText });

export const ItemIdAnswer = Type.Object({ success, id: text });

export type ShownSettings = Readonly<Record<string, unknown>>;
/** A thing of a collection, without its secrets. */
export type ShownItem<Name extends CollectionName> = Name extends 'appointments'
  ? Appointment
  : Readonly<Record<string, unknown>>;

/** @param view schema of the site without its secrets */
export const siteAnswer = (view: TUnsafe<SiteFile>) => Type.Object({ success, site: view });
/** @param view schema of the settings without their secrets */
export const settingsAnswer = (view: TUnsafe<ShownSettings>) =>
  Type.Object({ success, settings: view, revision: text });
/** @param view schema of the item without its secrets */
export const itemAnswer = <Name extends CollectionName>(view: TUnsafe<ShownItem<Name>>) =>
  Type.Object({ success, item: view, revision: text });
