/** The site as a whole, its settings, and its things one by one. */

import type { OverridesAnswer } from '../../devices/contract/rest/overrides.ts';
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { ManyAnswer } from './rest/bulk-edit.ts';
import type {
  ChangeItemParameters,
  ExportParameters,
  ImportParameters,
  ItemIdAnswer,
  ItemParameters,
  itemAnswer,
  SettingsParameters,
  settingsAnswer,
  siteAnswer,
} from './rest/site-document.ts';
import type { CollectionName } from './site.ts';

export const READ_SITE = endpoint<typeof ExportParameters, ReturnType<typeof siteAnswer>>('GET v2/admin/site');
export const WRITE_SITE = endpoint<typeof ImportParameters, typeof DoneAnswer, object>('PUT v2/admin/site');
export const PREVIEW_SITE = endpoint<typeof NoParameters, typeof ManyAnswer, object>('POST v2/admin/site/look');
export const LIST_SETTING_OVERRIDES = endpoint<typeof NoParameters, typeof OverridesAnswer>(
  'GET v2/admin/settings/overrides',
);
export const READ_SETTINGS = endpoint<typeof NoParameters, ReturnType<typeof settingsAnswer>>('GET v2/admin/settings');
export const WRITE_SETTINGS = endpoint<typeof SettingsParameters, typeof DoneAnswer, object>('PUT v2/admin/settings');

export const createItem = (collection: CollectionName) =>
  endpoint<typeof NoParameters, typeof ItemIdAnswer, object>(`POST v2/admin/${collection}`);
export const readItem = <Name extends CollectionName>(collection: Name) =>
  endpoint<typeof ItemParameters, ReturnType<typeof itemAnswer<Name>>>(`GET v2/admin/${collection}/:id`);
export const replaceItem = (collection: CollectionName) =>
  endpoint<typeof ChangeItemParameters, typeof ItemIdAnswer, object>(`PUT v2/admin/${collection}/:id`);
export const deleteItem = (collection: CollectionName) =>
  endpoint<typeof ChangeItemParameters, typeof DoneAnswer>(`DELETE v2/admin/${collection}/:id`);
