/** Endpoints of the site, its settings, and its items. */

import type { LookupAnswer, LookupParameters } from '../../devices/contract/rest/kiosks.ts';
import type { OverridesAnswer } from '../../devices/contract/rest/overrides.ts';
import type { NoParameters } from '../../forms/contract/rest/forms.ts';
import type { DoneAnswer } from '../../queue/contract/rest/queue-answers.ts';
import { endpoint } from '../../rest/contract/endpoint.ts';
import type { LocationsAnswer, LocationsParameters, ServicesAnswer, ServicesParameters } from './rest/auxiliary.ts';
import type {
  BulkEditParameters,
  ChangeThingAnswer,
  ChangeThingParameters,
  CopyBranchParameters,
  ImportTableParameters,
  LikeModelParameters,
  ManyAnswer,
  OrderParameters,
} from './rest/bulk-edit.ts';
import type {
  FormPreviewAnswer,
  FormPreviewParameters,
  OpeningHoursAnswer,
  OpeningHoursParameters,
  PublicHolidaysAnswer,
  PublicHolidaysParameters,
  TicketPreviewAnswer,
  TicketPreviewParameters,
} from './rest/previews.ts';
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
import type { SearchSiteAnswer, SearchSiteParameters } from './rest/site-search.ts';
import type { UndoableChangesAnswer, UndoChangeAnswer, UndoChangeParameters } from './rest/undo.ts';
import type { CollectionName } from './site.ts';

export const READ_SITE = endpoint<typeof ExportParameters, ReturnType<typeof siteAnswer>>('GET v2/admin/site');

export const WRITE_SITE = endpoint<typeof ImportParameters, typeof DoneAnswer, object>('PUT v2/admin/site');

export const PREVIEW_SITE = endpoint<typeof NoParameters, typeof ManyAnswer, object>('POST v2/admin/site/preview');

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

export const SEARCH_SITE = endpoint<typeof SearchSiteParameters, typeof SearchSiteAnswer>('POST v2/admin/site/search');

/** Lookups of the site. */
export const LIST_LOCATIONS = endpoint<typeof LocationsParameters, typeof LocationsAnswer>('GET locations');

export const LIST_SERVICES = endpoint<typeof ServicesParameters, typeof ServicesAnswer>('GET services');

export const LOOKUP_DEVICE = endpoint<typeof LookupParameters, typeof LookupAnswer>('POST v2/devices/lookup');

/** Previews of unsaved settings. */
export const PREVIEW_OPENING_HOURS = endpoint<typeof OpeningHoursParameters, typeof OpeningHoursAnswer>(
  'GET v2/admin/opening-hours',
);

export const LIST_PUBLIC_HOLIDAYS = endpoint<typeof PublicHolidaysParameters, typeof PublicHolidaysAnswer>(
  'GET v2/admin/public-holidays',
);

export const PREVIEW_TICKET = endpoint<typeof TicketPreviewParameters, typeof TicketPreviewAnswer, object>(
  'POST v2/admin/ticket-preview',
);

export const PREVIEW_FORM = endpoint<typeof FormPreviewParameters, typeof FormPreviewAnswer, object>(
  'POST v2/admin/form-preview',
);

/** Bulk edits. */
export const BULK_EDIT = endpoint<typeof BulkEditParameters, typeof ManyAnswer>('POST v2/admin/bulk-edit');

export const IMPORT_TABLE = endpoint<typeof ImportTableParameters, typeof ManyAnswer>('POST v2/admin/import-csv');

export const UNDO_CHANGE = endpoint<typeof UndoChangeParameters, typeof UndoChangeAnswer>('POST v2/admin/undo');

export const LIST_UNDOABLE_CHANGES = endpoint<typeof NoParameters, typeof UndoableChangesAnswer>('GET v2/admin/undo');

export const SET_ORDER = endpoint<typeof OrderParameters, typeof DoneAnswer>('POST v2/admin/order');

export const COPY_BRANCH = endpoint<typeof CopyBranchParameters, typeof ManyAnswer>('POST v2/admin/copy-location');

export const RESET_TO_MODEL = endpoint<typeof LikeModelParameters, typeof ManyAnswer>('POST v2/admin/reset-to-parent');

export const CHANGE_THING = endpoint<typeof ChangeThingParameters, typeof ChangeThingAnswer>(
  'POST v2/admin/change-item',
);
